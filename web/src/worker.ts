// The engine's side of the wall between page and computing: one call at a time, each
// answered. The page may end this worker at any moment; everything in it can be made
// again from an order.

import type { Move, Order, Position, Step, Turn } from '../engine/engine.js';
import {
  advise,
  analyse,
  explain,
  initSync,
  neighbours,
  numbers,
  read,
  review,
  roster,
  Show,
  Table,
  write,
} from '../engine/engine.js';

let table: Table | undefined;
const shows = new Map<number, Show>();

export interface Seen {
  position: Position;
  turn: Turn;
}

function seen(of: Table): Seen {
  return { position: of.position(), turn: of.state() };
}

function seated(): Table {
  if (!table) throw new Error('no game has been dealt');
  return table;
}

const calls = {
  roster,
  read,
  write,
  neighbours,
  analyse,
  explain,
  numbers,
  advise,
  review,
  /** Deals a game. */
  sit(order: Order): Seen {
    const next = new Table(order);
    table?.free();
    table = next;
    return seen(next);
  },
  play(action: Move): Turn {
    return seated().play(action);
  },
  undo(): Seen {
    seated().undo();
    return seen(seated());
  },
  position(): Position {
    return seated().position();
  },
  /** The position after the first moves of a game. */
  after(order: Order, moves: Move[]): Position {
    const again = new Table(order);
    try {
      for (const move of moves) again.play(move);
      return again.position();
    } finally {
      again.free();
    }
  },
  /** Sits a player down at a board of its own. */
  seat(board: number, order: Order, player: string): Position {
    const show = new Show(order, player);
    shows.get(board)?.free();
    shows.set(board, show);
    return show.position();
  },
  /** The next steps of a player; fewer when the game ends. */
  steps(board: number, count: number): Step[] {
    const show = shows.get(board);
    const steps: Step[] = [];
    while (show && steps.length < count) {
      const step = show.step();
      if (!step) break;
      steps.push(step);
    }
    return steps;
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
