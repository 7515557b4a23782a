// Replays: read, played back, reviewed guess by guess, and written. The page loads this when
// somebody brings a replay.
import type { Order, Position, ReplayFacts, ReviewSoFar, TimedMove, WeighedPosition } from '../engine/engine.js';
import { type GameReviewer, initSync, listReplays, ReplayedGame, writeReplay } from '../engine/engine.js';
import type { RecordedGame } from './recorded';
import { answer } from './worker';

/** Where a replay comes from: a file and which of its games, or a game of the page. */
export type ReplaySource = { bytes: Uint8Array; number: number } | { order: Order; moves: TimedMove[] };

/** The one that is open: a question about another finds none. */
let open: { replay: number; game: ReplayedGame; reviewer?: GameReviewer } | undefined;

function opened(replay: number): { game: ReplayedGame; reviewer?: GameReviewer } {
  if (open?.replay !== replay) throw new Error('this replay is no longer there');
  return open;
}

function close(): void {
  open?.reviewer?.free();
  open?.game.free();
  open = undefined;
}

function read(source: ReplaySource): ReplayedGame {
  if ('bytes' in source) return new ReplayedGame(source.bytes, source.number);
  return new ReplayedGame(new TextEncoder().encode(writeReplay(source.order, source.moves, '')), 0);
}

const calls = {
  list: (bytes: Uint8Array) => listReplays(bytes).replays,
  write: writeReplay,
  /** A game of the page as links hold it. */
  record(order: Order, moves: TimedMove[]): RecordedGame {
    const game = read({ order, moves });
    const { width, height, mines, actions } = game.facts();
    game.free();
    return { width, height, mines, actions };
  },
  open(replay: number, source: ReplaySource): ReplayFacts {
    const game = read(source);
    close();
    open = { replay, game };
    return game.facts();
  },
  /** What was seen after so many actions. */
  position(replay: number, actions: number): Position {
    return opened(replay).game.position(actions);
  },
  rawvf(replay: number): string {
    return opened(replay).game.rawvf();
  },
  /** The guesses of a replay, none of them weighed yet. */
  review(replay: number, source: ReplaySource): ReviewSoFar {
    const game = read(source);
    close();
    const reviewer = game.reviewer();
    open = { replay, game, reviewer };
    return reviewer.soFar();
  },
  /** What one position is worth: 0 is that after the first click, 1 that of the first guess. */
  weigh(replay: number, position: number): WeighedPosition | undefined {
    return opened(replay).reviewer?.weigh(position);
  },
};

export type ReplayCalls = typeof calls;

answer(calls, initSync);
