// The calls of crates/web/tests/golden.json, made in JavaScript. The same file is
// answered natively by `cargo test -p surefoot-web`.
import type { Move, Order, Position } from '../engine/engine.js';

export interface Case {
  call: string;
  args: unknown[];
  answer: unknown;
}

type Engine = typeof import('../engine/engine.js');

function failed(error: unknown): unknown {
  return { error: error instanceof Error ? error.message : String(error) };
}

export function answer(engine: Engine, { call, args }: Case): unknown {
  try {
    const [first, second, third] = args;
    switch (call) {
      case 'read':
        return engine.read(new TextEncoder().encode(first as string));
      case 'write':
        return engine.write(first as Position, second as string);
      case 'analyse':
        return engine.analyse(first as Position);
      case 'numbers':
        return engine.numbers(first as Position, second as number);
      case 'explain':
        return engine.explain(first as Position, second as number);
      case 'advise':
        return engine.advise(first as Position, second as string, third as string);
      case 'review':
        return engine.review(first as Order, second as Move[]);
      case 'play': {
        const table = new engine.Table(first as Order);
        return (second as Move[]).map((move) => {
          try {
            return table.play(move);
          } catch (error) {
            return failed(error);
          }
        });
      }
      case 'watch': {
        const show = new engine.Show(first as Order, second as string);
        const steps = [];
        for (let step = show.step(); step && steps.length < (third as number); step = show.step()) steps.push(step);
        return steps;
      }
      default:
        throw new Error(`no call ${call}`);
    }
  } catch (error) {
    return failed(error);
  }
}
