// The engine's side of the wall between page and computing: one call at a time, each
// answered. The page may end this worker at any moment; everything in it can be made
// again from an order.
import type { Chains, Move, Order, Position, Step, Turn } from '../engine/engine.js';
import {
  advise,
  analyse,
  choices,
  explain,
  Game,
  initSync,
  numbers,
  read,
  review,
  WatchedGame,
  write,
} from '../engine/engine.js';

let game: Game | undefined;
const watched = new Map<number, WatchedGame>();

export interface Seen {
  position: Position;
  turn: Turn;
}

function seen(of: Game): Seen {
  return { position: of.position(), turn: of.state() };
}

function dealt(): Game {
  if (!game) throw new Error('no game has been dealt');
  return game;
}

const calls = {
  choices,
  read,
  write,
  analyse,
  explain,
  numbers,
  advise,
  review,
  deal(order: Order): Seen {
    const next = new Game(order);
    game?.free();
    game = next;
    return seen(next);
  },
  play(action: Move): Turn {
    return dealt().play(action);
  },
  undo(): Seen {
    dealt().undo();
    return seen(dealt());
  },
  position(): Position {
    return dealt().position();
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
