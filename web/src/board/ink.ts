// What is drawn over the board: the cells an explanation speaks of, and arrows from
// clues to what they decided. Few things, redrawn together.
import type { Geometry } from './geometry';
import type { Palette } from './painter';

export type MarkKind = 'clue' | 'target' | 'clash' | 'safe' | 'mine' | 'look';

export interface Mark {
  cell: number;
  kind: MarkKind;
}

export interface Arrow {
  from: number;
  to: number;
  /** 1 for the newest link of a chain, less the further back. */
  strength: number;
}

type Brush = CanvasRenderingContext2D;

export function drawInk(
  brush: Brush,
  geometry: Geometry,
  colours: Palette,
  marks: readonly Mark[],
  arrows: readonly Arrow[],
): void {
  for (const { cell, kind } of marks) drawMark(brush, geometry, colours, cell, kind);
  // The newest on top.
  const ordered = [...arrows].sort((a, b) => a.strength - b.strength);
  for (const arrow of ordered) drawArrow(brush, geometry, colours, arrow);
}

function drawMark(brush: Brush, geometry: Geometry, colours: Palette, cell: number, kind: MarkKind): void {
  const { x, y } = geometry.centre(cell);
  const { unit } = geometry;
  const dashed: Partial<Record<MarkKind, number[]>> = {
    clue: [],
    clash: [unit * 0.16, unit * 0.1],
    look: [unit * 0.06, unit * 0.1],
  };
  const colour = {
    clue: colours.mark,
    target: colours.target,
    clash: colours.clash,
    safe: colours.safe,
    mine: colours.danger,
    look: colours.target,
  }[kind];
  brush.lineWidth = Math.max(2, unit * 0.11);
  brush.strokeStyle = colour;
  brush.setLineDash(dashed[kind] ?? []);
  brush.beginPath();
  // Clues are circled; cells that are spoken of are boxed.
  if (kind === 'clue') brush.arc(x, y, unit * 0.44, 0, 2 * Math.PI);
  else brush.roundRect(x - unit * 0.44, y - unit * 0.44, unit * 0.88, unit * 0.88, unit * 0.14);
  brush.stroke();
  brush.setLineDash([]);
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
  brush.beginPath();
  brush.moveTo(start.x, start.y);
  brush.lineTo(end.x - ux * head * 0.7, end.y - uy * head * 0.7);
  brush.stroke();
  brush.beginPath();
  brush.moveTo(end.x, end.y);
  brush.lineTo(end.x - ux * head - uy * head * 0.5, end.y - uy * head + ux * head * 0.5);
  brush.lineTo(end.x - ux * head + uy * head * 0.5, end.y - uy * head - ux * head * 0.5);
  brush.fill();
  brush.globalAlpha = 1;
}
