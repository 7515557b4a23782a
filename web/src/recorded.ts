// A game in a link: where its mines lie, and what was done when. An expert game is some 1 500
// characters: sizes and steps as numbers of few bytes, the mines as bits, times to the hundredth of
// a second. What a link says is checked by the engine, which plays it again.
import type { Move, Order, TimedMove } from '../engine/engine.js';

export interface RecordedGame {
  width: number;
  height: number;
  mines: readonly number[];
  actions: readonly TimedMove[];
}

/** The first byte: how the rest is written. */
const FORM = 'A'.charCodeAt(0);
const ACTS = ['open', 'flag', 'chord'] as const;
/** Milliseconds in a hundredth of a second. */
const hundredth = 10;

/** The board as an order may have it. */
export function boardOf({ width, height, mines }: RecordedGame): string {
  return JSON.stringify({ width, height, mines });
}

/** The order of a recorded game. */
export function orderOf(game: RecordedGame, usual: Order): Order {
  return { ...usual, board: boardOf(game), no_guess: null, kaboom: false };
}

/** A game as a text for an address. */
export function codeOf({ width, height, mines, actions }: RecordedGame): string {
  const bytes = [FORM];
  const put = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  put(width);
  put(height);
  const bits = new Uint8Array(Math.ceil((width * height) / 8));
  for (const mine of mines) bits[mine >> 3] = (bits[mine >> 3] ?? 0) | (1 << (mine & 7));
  for (const byte of bits) bytes.push(byte);
  let last = 0;
  for (const { time, action } of actions) {
    if (action.act === 'declare' || action.act === 'ask') continue;
    const now = Math.round(time / hundredth);
    const step = now - last;
    last = now;
    put(action.cell * ACTS.length + ACTS.indexOf(action.act));
    // Steps back are rare, so they are the odd numbers.
    put(step < 0 ? -2 * step - 1 : 2 * step);
  }
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The game of such a text; an error if it is none. */
export function gameOf(code: string): RecordedGame {
  const bytes = bytesOf(code);
  let at = 1;
  const take = (): number => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || unit > 2 ** 28) throw broken();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  if (bytes[0] !== FORM) throw broken();
  const [width, height] = [take(), take()];
  const cells = width * height;
  if (cells === 0 || Math.ceil(cells / 8) > bytes.length - at) throw broken();
  const mines: number[] = [];
  for (let cell = 0; cell < cells; cell++) if ((bytes[at + (cell >> 3)] ?? 0) & (1 << (cell & 7))) mines.push(cell);
  at += Math.ceil(cells / 8);
  const actions: TimedMove[] = [];
  let last = 0;
  while (at < bytes.length) {
    const [what, step] = [take(), take()];
    last += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
    const cell = Math.floor(what / ACTS.length);
    const act = ACTS[what % ACTS.length] ?? 'open';
    if (cell >= cells) throw broken();
    actions.push({ time: last * hundredth, action: { act, cell } satisfies Move });
  }
  return { width, height, mines, actions };
}

function bytesOf(code: string): Uint8Array {
  try {
    return Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  } catch {
    throw broken();
  }
}

function broken(): Error {
  return new Error('the link holds no game that can be read; it may have been cut off');
}
