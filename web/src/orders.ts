// What is to be played, and its place in the address.
import type { Order } from '../engine/engine.js';

/** A seed that nobody has seen before. */
export function freshSeed(): number {
  return Math.floor(Math.random() * 1_000_000_000);
}

export const USUAL: Order = {
  level: 'beginner',
  neighbourhood: 'square8',
  promise: 'opening',
  clues: 'exact',
  seed: 0,
  deal: 0,
  no_guess: null,
  board: null,
};

/** An order from an address; what is not said is usual. */
export function orderFrom(query: URLSearchParams, seed: number): Order {
  const number = (name: string, usual: number) => {
    const value = Number(query.get(name) ?? Number.NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : usual;
  };
  return {
    level: query.get('level') ?? USUAL.level,
    neighbourhood: query.get('neighbourhood') ?? USUAL.neighbourhood,
    promise: query.get('promise') ?? USUAL.promise,
    clues: query.get('clues') ?? USUAL.clues,
    seed: number('seed', seed),
    deal: number('deal', 0),
    no_guess: query.get('no-guess'),
    board: query.get('link'),
  };
}

/** An order for an address: only what is not usual. */
export function orderAsState(order: Order): Record<string, string | undefined> {
  const unusual = (key: 'level' | 'neighbourhood' | 'promise' | 'clues') =>
    order[key] === USUAL[key] ? undefined : order[key];
  return {
    level: order.level,
    neighbourhood: unusual('neighbourhood'),
    promise: unusual('promise'),
    clues: unusual('clues'),
    seed: String(order.seed),
    deal: order.deal === 0 ? undefined : String(order.deal),
    'no-guess': order.no_guess ?? undefined,
    link: order.board ?? undefined,
  };
}
