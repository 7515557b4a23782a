// The engine's side of the wall between page and computing: one call at a time, each
// answered. The page may end this worker at any moment; everything in it can be made
// again from an order.
import type { Chains, Move, Order, Position, Step, Turn } from '../engine/engine.js';
import {
  analyse,
  choices,
  coach,
  compare,
  explain,
  Game,
  initSync,
  numbers,
  read,
  review,
  WatchedGame,
  write,
} from '../engine/engine.js';

/** Games by the number of their deal: a question about another deal finds no game. */
const games = new Map<number, Game>();
const watched = new Map<number, WatchedGame>();

export interface Seen {
  position: Position;
  turn: Turn;
}

function seen(of: Game): Seen {
  return { position: of.position(), turn: of.state() };
}

function dealt(deal: number): Game {
  const game = games.get(deal);
  if (!game) throw new Error('this game is no longer there');
  return game;
}

const calls = {
  choices,
  read,
  write,
  analyse,
  explain,
  numbers,
  coach,
  compare,
  review,
  /** Deals, and plays what was played before. */
  deal(deal: number, order: Order, moves: Move[]): Seen {
    const next = new Game(order);
    for (const move of moves) next.play(move);
    games.get(deal)?.free();
    games.set(deal, next);
    return seen(next);
  },
  play(deal: number, action: Move): Turn {
    return dealt(deal).play(action);
  },
  undo(deal: number): Seen {
    dealt(deal).undo();
    return seen(dealt(deal));
  },
  position(deal: number): Position {
    return dealt(deal).position();
  },
  forget(deal: number): void {
    games.get(deal)?.free();
    games.delete(deal);
  },
  /** The position after the first moves of a game. */
  after(order: Order, moves: Move[]): Position {
    const again = new Game(order);
    try {
      for (const move of moves) again.play(move);
      return again.position();
    } finally {
      again.free();
    }
  },
  /** Sits a player down at a board of its own. */
  watch(board: number, order: Order, player: string): Position {
    const next = new WatchedGame(order, player);
    watched.get(board)?.free();
    watched.set(board, next);
    return next.position();
  },
  /** The next steps of a player, fewer when the game ends, and what led to the last. */
  steps(board: number, count: number): { steps: Step[]; chains: Chains } {
    const at = watched.get(board);
    if (!at) throw new Error('no player sits there');
    const steps: Step[] = [];
    while (steps.length < count) {
      const step = at.step();
      if (!step) break;
      steps.push(step);
    }
    return { steps, chains: at.chains() };
  },
  /** What led to the last of the first steps of a player. */
  chains(board: number, steps: number): Chains {
    const at = watched.get(board);
    if (!at) throw new Error('no player sits there');
    return at.chains_after(steps);
  },
};

export type Calls = typeof calls;
export type Request = { id: number; name: keyof Calls; args: unknown[] };
export type Reply = { id: number; value?: unknown; error?: string };

self.onmessage = (event: MessageEvent<WebAssembly.Module | Request>) => {
  const message = event.data;
  if (message instanceof WebAssembly.Module) {
    initSync({ module: message });
    return;
  }
  const { id, name, args } = message;
  try {
    const value = (calls[name] as (...args: unknown[]) => unknown)(...args);
    self.postMessage({ id, value } satisfies Reply);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    self.postMessage({ id, error: words } satisfies Reply);
  }
};
