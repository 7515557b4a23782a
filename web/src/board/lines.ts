// Lines on a canvas.

export type Brush = CanvasRenderingContext2D;

/** Begins a path of lines, each by the x and y of its points in turn. */
export function lines(brush: Brush, ...all: number[][]): void {
  brush.beginPath();
  for (const [x = 0, y = 0, ...rest] of all) {
    brush.moveTo(x, y);
    for (let at = 0; at < rest.length; at += 2) brush.lineTo(rest[at] ?? 0, rest[at + 1] ?? 0);
  }
}

/** The same of a cross around a point. */
export function cross(brush: Brush, x: number, y: number, reach: number): void {
  lines(brush, [x - reach, y - reach, x + reach, y + reach], [x + reach, y - reach, x - reach, y + reach]);
}

/** A disc, filled. */
export function disc(brush: Brush, x: number, y: number, radius: number): void {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fill();
}
