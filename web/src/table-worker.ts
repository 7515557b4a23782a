// A table to play at, and what can be known of a position: all that needs no player.
import type { Move, Order, Position, Turn } from '../engine/engine.js';
import {
  analyse,
  choices,
  explain,
  Game,
  initSync,
  numbers,
  read,
  replayFormat,
  write,
} from '../engine/table/engine.js';
import { answer } from './worker';

/** Games by the number of their deal: a question about another deal finds no game. */
const games = new Map<number, Game>();

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
  replayFormat,
  write,
  analyse,
  explain,
  numbers,
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
};

export type TableCalls = typeof calls;

answer(calls, initSync);
