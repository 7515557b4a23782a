// Where cells lie on the screen, and which cell lies under a point.
//
// One unit is a cell's width in device pixels, a whole number, so that every cell of a
// square board has sharp edges at any zoom and pixel ratio. Hexagons stand on a
// corner; odd rows are shifted half a cell to the right.
import type { Touching } from '../../engine/engine.js';

export interface Shape {
  width: number;
  height: number;
  neighbourhood: string;
}

export interface Spot {
  x: number;
  y: number;
}

/** The cells within a rectangle: columns and rows, ends excluded. */
export interface Span {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export class Geometry {
  readonly hex: boolean;
  readonly unit: number;
  /** From one row to the next. */
  readonly rowStep: number;
  readonly cellHeight: number;

  constructor(
    readonly shape: Shape,
    size: number,
    readonly ratio: number,
  ) {
    this.hex = shape.neighbourhood === 'hex';
    const unit = Math.max(1, Math.floor(size * ratio + 1e-6));
    // Odd rows of hexagons are half a unit to the right.
    this.unit = this.hex ? Math.max(2, unit - (unit % 2)) : unit;
    this.rowStep = this.hex ? Math.round((this.unit * Math.sqrt(3)) / 2) : this.unit;
    this.cellHeight = this.hex ? Math.round((this.unit * 2) / Math.sqrt(3)) : this.unit;
  }

  /** A cell's width in CSS pixels. */
  get size(): number {
    return this.unit / this.ratio;
  }

  /** The board's size in CSS pixels. */
  get boardWidth(): number {
    const shift = this.hex && this.shape.height > 1 ? this.unit / 2 : 0;
    return (this.shape.width * this.unit + shift) / this.ratio;
  }

  get boardHeight(): number {
    return ((this.shape.height - 1) * this.rowStep + this.cellHeight) / this.ratio;
  }

  /** The upper left corner of a cell's box, in device pixels of the whole board. */
  corner(cell: number): Spot {
    const column = cell % this.shape.width;
    const row = (cell - column) / this.shape.width;
    const shift = this.hex && row % 2 === 1 ? this.unit / 2 : 0;
    return { x: column * this.unit + shift, y: row * this.rowStep };
  }

  centre(cell: number): Spot {
    const { x, y } = this.corner(cell);
    return { x: x + this.unit / 2, y: y + this.cellHeight / 2 };
  }

  /** The cell under a point of the board in CSS pixels. */
  hit(x: number, y: number): number | undefined {
    const { width, height } = this.shape;
    const [px, py] = [x * this.ratio, y * this.ratio];
    if (!this.hex) {
      const [column, row] = [Math.floor(px / this.unit), Math.floor(py / this.unit)];
      const inside = column >= 0 && column < width && row >= 0 && row < height;
      return inside ? row * width + column : undefined;
    }
    // The nearest centre decides between hexagons.
    let best: number | undefined;
    let least = (this.cellHeight / 2) ** 2;
    const near = Math.floor(py / this.rowStep);
    for (let row = Math.max(0, near - 1); row <= Math.min(height - 1, near + 1); row++) {
      const shift = row % 2 === 1 ? this.unit / 2 : 0;
      const column = Math.floor((px - shift) / this.unit);
      if (column < 0 || column >= width) continue;
      const cell = row * width + column;
      const centre = this.centre(cell);
      const distance = (centre.x - px) ** 2 + (centre.y - py) ** 2;
      if (distance <= least) [best, least] = [cell, distance];
    }
    return best;
  }

  /** The cells that may show in a rectangle of the board in CSS pixels. */
  span(x: number, y: number, width: number, height: number): Span {
    const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
    const shift = this.hex ? this.unit / 2 : 0;
    const rows = this.shape.height;
    const columns = this.shape.width;
    const over = this.cellHeight - this.rowStep;
    return {
      left: clamp(Math.floor((x * this.ratio - shift) / this.unit), columns),
      right: clamp(Math.ceil(((x + width) * this.ratio) / this.unit), columns),
      top: clamp(Math.floor((y * this.ratio - over) / this.rowStep), rows),
      bottom: clamp(Math.ceil(((y + height) * this.ratio) / this.rowStep), rows),
    };
  }
}

let touching: readonly Touching[] = [];

/** Which cells touch, as the engine has it; told once, before there is a board. */
export function learnTouching(all: readonly Touching[]): void {
  touching = all;
}

/** The cells that touch a cell. */
export function beside(shape: Shape, cell: number): number[] {
  const known = touching.find(({ neighbourhood }) => neighbourhood === shape.neighbourhood);
  if (!known) return [];
  const { width, height } = shape;
  const [x, y] = [cell % width, Math.floor(cell / width)];
  const found = new Set<number>();
  for (const [dx, dy] of y % 2 === 0 ? known.even : known.odd) {
    let [column, row] = [x + dx, y + dy];
    if (known.wraps) [column, row] = [(column + 2 * width) % width, (row + 2 * height) % height];
    if (column >= 0 && column < width && row >= 0 && row < height) found.add(row * width + column);
  }
  found.delete(cell);
  return [...found];
}

/** The cell one step away in a direction; a torus has no edge. */
export function step(shape: Shape, cell: number, dx: number, dy: number): number {
  const { width, height } = shape;
  let x = (cell % width) + dx;
  let y = Math.floor(cell / width) + dy;
  if (shape.neighbourhood === 'torus') {
    x = (x + width) % width;
    y = (y + height) % height;
  } else {
    x = Math.min(Math.max(x, 0), width - 1);
    y = Math.min(Math.max(y, 0), height - 1);
  }
  return y * width + x;
}

/** Column and row of a cell, as people and files write them. */
export function name(shape: Shape, cell: number): string {
  return `${cell % shape.width},${Math.floor(cell / shape.width)}`;
}
