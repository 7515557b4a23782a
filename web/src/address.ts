// The page's state in its address, so that a link shows what its sender saw:
// `#play?level=expert&seed=7`, `#analyse?analysis=…`, `#watch?player=exact&seed=7`, `#replay?game=…`.
import type { Order, Position } from '../engine/engine.js';
import { clerk } from './engine';

export const ROOMS = ['play', 'analyse', 'watch', 'replay'] as const;
export type Room = (typeof ROOMS)[number];

export interface Place {
  room: Room;
  query: URLSearchParams;
}

/** Parameters of links that other pages write; they lead to where they mean. */
const ANALYSES = ['analysis', 'view'];
const BOARDS = ['b', 'seed', 'board'];

/** Where an address leads. */
export function placeOf(hash: string, search: string): Place {
  const [, path = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const room = ROOMS.find((known) => known === path);
  if (room) return { room, query: new URLSearchParams(query) };
  // JSMinesweeper's links carry theirs in the query proper.
  const foreign = new URLSearchParams(search);
  if (ANALYSES.some((name) => foreign.has(name))) return { room: 'analyse', query: foreign };
  const board = BOARDS.some((name) => foreign.has(name));
  return { room: 'play', query: board ? new URLSearchParams({ link: search }) : foreign };
}

/** The address of a place. */
export function addressOf({ room, query }: Place): string {
  // Commas, slashes and colons are legal here and easier to read unescaped.
  const text = query.toString().replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%3A/g, ':').replace(/%2A/g, '*');
  return text ? `#${room}?${text}` : `#${room}`;
}

/** Writes the state into the address without a new entry in the history. */
export function remember(room: Room, state: Record<string, string | undefined>): void {
  history.replaceState(null, '', addressOf({ room, query: stated(state) }));
}

/** Leads to another place, from which Back leads here again. */
export function go(place: Place): void {
  location.hash = addressOf(place);
}

/** What of a position an address can hold: a code where one exists, else rows. */
export async function positionAsState(position: Position, usual: Order): Promise<Record<string, string | undefined>> {
  const { mines, neighbourhood, clues, tiles } = position;
  const plain = neighbourhood === usual.neighbourhood && clues === usual.clues && mines !== null;
  if (plain && !/[?M]/.test(tiles)) {
    try {
      const code = await clerk.call('write', position, 'analysis');
      return { analysis: code.trim().replace(/^.*analysis=/, '') };
    } catch {
      // Too large for a code: rows, then.
    }
  }
  return { view: rowsOf(position, usual), clues: clues === usual.clues ? undefined : clues };
}

/** A drawing in one line. */
function rowsOf({ width, height, mines, neighbourhood, tiles }: Position, usual: Order): string {
  const rows = Array.from({ length: height }, (_, y) => tiles.slice(y * width, (y + 1) * width));
  const kind = neighbourhood === usual.neighbourhood ? '' : ` ${neighbourhood}`;
  return [`${width}x${height}/${mines ?? '?'}${kind}`, ...rows].join('_');
}

/** Where a position is analysed. */
export async function addressOfPosition(position: Position, usual: Order): Promise<Place> {
  return { room: 'analyse', query: stated(await positionAsState(position, usual)) };
}

/** Where a position is played on, or a board whose mines are known is played. */
export function addressOfGame(position: Position, mines: readonly number[] | undefined, usual: Order): Place {
  const { width, height, neighbourhood, clues } = position;
  const kind = neighbourhood === usual.neighbourhood ? {} : { neighbourhood };
  const board = mines && JSON.stringify({ width, height, mines, ...kind });
  const link = board ?? rowsOf(position, usual).replaceAll('_', '\n');
  return { room: 'play', query: stated({ link, clues: clues === usual.clues ? undefined : clues }) };
}

/** What is said of a state, as a query. */
export function stated(state: Record<string, string | undefined>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) if (value !== undefined) query.set(name, value);
  return query;
}

/** The whole link, to be sent. */
export function link(): string {
  return location.href;
}
