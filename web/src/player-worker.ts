// Players: advice, reviews of games, and games to watch.
import type { Chains, Order, Position, Step } from '../engine/engine.js';
import { choices, coach, compare, initSync, review, WatchedGame } from '../engine/engine.js';
import { answer } from './worker';

const watched = new Map<number, WatchedGame>();

function sitting(board: number): WatchedGame {
  const at = watched.get(board);
  if (!at) throw new Error('no player sits there');
  return at;
}

const calls = {
  coach,
  compare,
  review,
  players: () => choices().players,
  /** Sits a player down at a board of its own. */
  watch(board: number, order: Order, player: string): Position {
    const next = new WatchedGame(order, player);
    watched.get(board)?.free();
    watched.set(board, next);
    return next.position();
  },
  /** The next steps of a player, fewer when the game ends, and what led to the last. */
  steps(board: number, count: number): { steps: Step[]; chains: Chains } {
    const at = sitting(board);
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
    return sitting(board).chains_after(steps);
  },
};

export type PlayerCalls = typeof calls;

answer(calls, initSync);
