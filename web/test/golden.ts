// The calls of crates/web/tests/golden.json, made in JavaScript. The same file is
// answered natively by `cargo test -p surefoot-web`.
import type { Move, Order, Position } from '../engine/engine.js';

export interface Case {
  call: string;
  args: unknown[];
  answer: unknown;
}

type Engine = typeof import('../engine/engine.js');

/** Every call that the file may make; the file must make each. */
export const CALLS: Record<string, (engine: Engine, ...args: never[]) => unknown> = {
  read: (engine, text: string) => engine.read(new TextEncoder().encode(text)),
  write: (engine, position: Position, format: string) => engine.write(position, format),
  analyse: (engine, position: Position) => engine.analyse(position),
  numbers: (engine, position: Position, cell: number) => engine.numbers(position, cell),
  explain: (engine, position: Position, cell: number) => engine.explain(position, cell),
  advise: (engine, position: Position, player: string, promise: string) => engine.advise(position, player, promise),
  coach: (engine, position: Position, promise: string, wanted: number) => engine.coach(position, promise, wanted),
  compare: (engine, position: Position, one: number, other: number) => engine.compare(position, one, other),
  review: (engine, order: Order, moves: Move[]) => engine.review(order, moves),
  play: (engine, order: Order, moves: Move[]) => {
    const game = new engine.Game(order);
    return moves.map((move) => attempt(() => game.play(move)));
  },
  watch: (engine, order: Order, player: string, most: number) => {
    const game = new engine.WatchedGame(order, player);
    const steps = [];
    for (let step = game.step(); step && steps.length < most; step = game.step()) steps.push(step);
    return steps;
  },
  chains: (engine, order: Order, player: string, steps: number) => {
    const game = new engine.WatchedGame(order, player);
    for (let step = 0; step < steps; step++) game.step();
    return game.chains();
  },
};

/** An answer, or what is wrong. */
function attempt(what: () => unknown): unknown {
  try {
    return what();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

export function answer(engine: Engine, { call, args }: Case): unknown {
  return attempt(() => CALLS[call]?.(engine, ...(args as never[])));
}
