// What is to be played, and its place in the address.
import type { Order } from '../engine/engine.js';
import { keep, kept } from './kept';
import { SEEDS } from './tunables';

/** A seed that nobody has seen before. */
export function freshSeed(): number {
  return Math.floor(Math.random() * SEEDS);
}

/** An order from an address; what it does not say is usual. */
export function orderFrom(query: URLSearchParams, usual: Order): Order {
  const number = (name: string, otherwise: number) => {
    const value = Number(query.get(name) ?? Number.NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
  };
  return {
    level: query.get('level') ?? usual.level,
    neighbourhood: query.get('neighbourhood') ?? usual.neighbourhood,
    promise: query.get('promise') ?? usual.promise,
    clues: query.get('clues') ?? usual.clues,
    seed: number('seed', usual.seed),
    deal: number('deal', usual.deal),
    no_guess: query.get('no-guess'),
    board: query.get('link'),
    kaboom: query.get('mode') === 'kaboom',
  };
}

/** An order for an address: its level and seed, and what is not usual. */
export function orderAsState(order: Order, usual: Order): Record<string, string | undefined> {
  const unusual = (key: 'neighbourhood' | 'promise' | 'clues') => (order[key] === usual[key] ? undefined : order[key]);
  return {
    level: order.level,
    neighbourhood: unusual('neighbourhood'),
    promise: unusual('promise'),
    clues: unusual('clues'),
    seed: String(order.seed),
    deal: order.deal === 0 ? undefined : String(order.deal),
    'no-guess': order.no_guess ?? undefined,
    link: order.board ?? undefined,
    mode: order.kaboom ? 'kaboom' : undefined,
  };
}

/** The kind of board that was chosen last. */
export function keptOrder(usual: Order): Order {
  const found = kept('order') as Partial<Order> | undefined;
  if (typeof found !== 'object' || found === null) return usual;
  const text = (key: 'level' | 'neighbourhood' | 'promise' | 'clues') =>
    typeof found[key] === 'string' ? found[key] : usual[key];
  return {
    ...usual,
    level: text('level'),
    neighbourhood: text('neighbourhood'),
    promise: text('promise'),
    clues: text('clues'),
    no_guess: typeof found.no_guess === 'string' ? found.no_guess : null,
    kaboom: found.kaboom === true,
  };
}

export function keepOrder(order: Order): void {
  keep('order', { ...order, seed: 0, deal: 0, board: null });
}
