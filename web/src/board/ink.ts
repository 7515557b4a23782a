// What is drawn over the board: the cells an explanation speaks of, and arrows from
// clues to what they decided. Few things, redrawn together.
import type { Geometry } from './geometry';
import { type Brush, cross, lines } from './lines';
import type { Palette } from './painter';

export type MarkKind = 'clue' | 'target' | 'clash' | 'safe' | 'mine' | 'look' | 'given';

export interface Mark {
  cell: number;
  kind: MarkKind;
  /** What is known of a cell that is taken for granted. */
  as?: 'safe' | 'mine' | undefined;
}

export interface Arrow {
  from: number;
  to: number;
  /** 1 for the newest link of a chain, less the further back. */
  strength: number;
}

export interface Drawn {
  marks: readonly Mark[];
  arrows: readonly Arrow[];
  /** What lies over all that is not marked, if that is to step back. */
  veil: { x: number; y: number; width: number; height: number } | undefined;
}

export function drawInk(brush: Brush, geometry: Geometry, colours: Palette, { marks, arrows, veil }: Drawn): void {
  if (veil) {
    brush.globalAlpha = 0.62;
    brush.fillStyle = colours.veil;
    brush.fillRect(veil.x, veil.y, veil.width, veil.height);
    brush.globalAlpha = 1;
    for (const { cell } of marks) {
      const { x, y } = geometry.corner(cell);
      brush.clearRect(x, y, geometry.unit, geometry.cellHeight);
    }
  }
  for (const mark of marks) drawMark(brush, geometry, colours, mark);
  // The newest on top.
  const ordered = [...arrows].sort((a, b) => a.strength - b.strength);
  for (const arrow of ordered) drawArrow(brush, geometry, colours, arrow);
}

/** Each kind has a shape of its own; colours only repeat what shapes say. */
function drawMark(brush: Brush, geometry: Geometry, colours: Palette, { cell, kind, as }: Mark): void {
  const { unit } = geometry;
  const width = Math.max(2, unit * 0.1);
  const dashed: Partial<Record<MarkKind, number[]>> = {
    clash: [unit * 0.16, unit * 0.1],
    look: [unit * 0.06, unit * 0.1],
    given: [unit * 0.12, unit * 0.08],
  };
  const colour = {
    clue: colours.mark,
    target: colours.target,
    clash: colours.clash,
    safe: colours['proved-safe'],
    mine: colours['proved-mine'],
    look: colours.target,
    given: colours.mark,
  }[kind];
  // A rim of the other lightness keeps every frame readable on every cell.
  brush.lineCap = 'butt';
  for (const [stroke, line, dash] of [
    [colours.rim, width + Math.max(2, unit * 0.06), []],
    [colour, width, dashed[kind] ?? []],
  ] as const) {
    brush.strokeStyle = stroke;
    brush.lineWidth = line;
    brush.setLineDash([...dash]);
    trace(brush, geometry, cell, kind);
    brush.stroke();
  }
  brush.setLineDash([]);
  const shown = kind === 'safe' || kind === 'mine' ? kind : as;
  if (shown) badge(brush, geometry, cell, colour, colours.rim, shown === 'mine');
}

/** Clues are circled; cells that are spoken of are boxed. */
function trace(brush: Brush, geometry: Geometry, cell: number, kind: MarkKind): void {
  const { x, y } = geometry.centre(cell);
  const reach = geometry.unit * 0.42;
  brush.beginPath();
  if (kind === 'clue') brush.arc(x, y, reach, 0, 2 * Math.PI);
  else brush.roundRect(x - reach, y - reach, 2 * reach, 2 * reach, geometry.unit * 0.12);
}

/** A tick or a cross in the corner: what the cell was proved to be. */
function badge(brush: Brush, geometry: Geometry, cell: number, colour: string, rim: string, mine: boolean): void {
  const { unit } = geometry;
  const centre = geometry.centre(cell);
  const [x, y, r] = [centre.x + unit * 0.26, centre.y - unit * 0.26, unit * 0.22];
  brush.fillStyle = colour;
  brush.beginPath();
  brush.arc(x, y, r, 0, 2 * Math.PI);
  brush.fill();
  brush.strokeStyle = rim;
  brush.lineWidth = Math.max(1.5, unit * 0.07);
  brush.lineCap = 'round';
  const s = r * 0.5;
  if (mine) cross(brush, x, y, s);
  else lines(brush, [x - s, y, x - s * 0.2, y + s * 0.8, x + s, y - s * 0.8]);
  brush.stroke();
}

function drawArrow(brush: Brush, geometry: Geometry, colours: Palette, arrow: Arrow): void {
  const { unit } = geometry;
  const [from, to] = [geometry.centre(arrow.from), geometry.centre(arrow.to)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return;
  const [ux, uy] = [dx / length, dy / length];
  const start = { x: from.x + ux * unit * 0.28, y: from.y + uy * unit * 0.28 };
  const end = { x: to.x - ux * unit * 0.22, y: to.y - uy * unit * 0.22 };
  const head = Math.max(4, unit * 0.24);
  brush.globalAlpha = 0.25 + 0.75 * arrow.strength;
  brush.strokeStyle = colours.arrow;
  brush.fillStyle = colours.arrow;
  brush.lineWidth = Math.max(1.5, unit * (0.05 + 0.05 * arrow.strength));
  brush.lineCap = 'round';
  lines(brush, [start.x, start.y, end.x - ux * head * 0.7, end.y - uy * head * 0.7]);
  brush.stroke();
  const [x, y, wide, high] = [end.x - ux * head, end.y - uy * head, uy * head * 0.5, ux * head * 0.5];
  lines(brush, [end.x, end.y, x - wide, y + high, x + wide, y - high]);
  brush.fill();
  brush.globalAlpha = 1;
}
