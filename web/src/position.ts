// A position is data: what is seen. Once a game has ended, what its end reveals lies over
// it as a layer of its own. Rooms hold both and the board draws them; the engine is only
// ever asked about what is seen.
import type { Position, Turn } from '../engine/engine.js';
import type { Shape } from './board/geometry';

/** What an end reveals of a closed cell: a mine that was missed, one that a win found, a wrong flag. */
export type Revealed = 'mine' | 'found' | 'wrong flag';
export type Revelation = ReadonlyMap<number, Revealed>;

export const NOTHING_REVEALED: Revelation = new Map();

/** The symbol of a cell, as in a drawing. */
export function tile(position: Position, cell: number): string {
  return position.tiles[cell] ?? '*';
}

/** Whether a symbol is that of a closed cell. */
export function isClosed(symbol: string): boolean {
  return symbol === '*' || symbol === 'F';
}

/** The position after some turns. */
export function after(position: Position, turns: readonly Turn[]): Position {
  const tiles = [...position.tiles];
  for (const { changed, shows } of turns) {
    for (const [at, cell] of changed.entries()) tiles[cell] = shows[at] ?? '*';
  }
  return { ...position, tiles: tiles.join('') };
}

/** What the end of a game reveals of a position; nothing before the end. */
export function revelation(position: Position, turn: Pick<Turn, 'mines' | 'status'>): Revelation {
  if (!turn.mines) return NOTHING_REVEALED;
  const revealed = new Map<number, Revealed>();
  const mines = new Set(turn.mines);
  for (const [cell, symbol] of [...position.tiles].entries()) {
    if (symbol === '*' && mines.has(cell)) revealed.set(cell, turn.status === 'won' ? 'found' : 'mine');
    if (symbol === 'F' && !mines.has(cell)) revealed.set(cell, 'wrong flag');
  }
  return revealed;
}

/** The same position with another symbol on a cell; what was asked of the cell no longer counts. */
export function painted(position: Position, cell: number, symbol: string): Position {
  const { tiles, asks } = position;
  return {
    ...position,
    tiles: tiles.slice(0, cell) + symbol + tiles.slice(cell + 1),
    asks: asks.filter(([asked]) => asked !== cell),
  };
}

/** As much of a position as fits a size; new cells are hidden. */
export function resized(position: Position, width: number, height: number): Position {
  const old = position.width;
  const rows = Array.from({ length: height }, (_, y) =>
    position.tiles.slice(y * old, y * old + Math.min(width, old)).padEnd(width, '*'),
  );
  return { ...position, width, height, tiles: rows.join(''), asks: [] };
}

/** A board of which nothing is known but its size. */
export function closed({ width, height, neighbourhood }: Shape): Position {
  return { width, height, neighbourhood, mines: null, clues: 'exact', tiles: '*'.repeat(width * height), asks: [] };
}

/** A position of the same size in which nothing is open. */
export function cleared(position: Position): Position {
  return { ...position, tiles: '*'.repeat(position.tiles.length), asks: [] };
}
