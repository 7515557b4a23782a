// Personal bests: of games that were won on a board nobody had seen before, without help,
// in one go. One list for each kind of board.
import type { Order } from '../../../engine/engine.js';
import { keep, kept } from '../../kept';
import type { Help } from './saved';

export interface Figures {
  /** Milliseconds. */
  time: number;
  /** 3BV per second. */
  speed: number;
  /** 3BV per click. */
  efficiency: number;
}

export interface Bests {
  played: number;
  won: number;
  best: Partial<Figures>;
}

/** What boards have in common that can be compared. */
function kind({ level, neighbourhood, promise, clues, no_guess, kaboom }: Order): string {
  return [level, neighbourhood, promise, clues, no_guess ?? '', kaboom ? 'kaboom' : ''].join(' ');
}

/** Why a game counts for no record; nothing if it does. */
export function disqualified(help: Help): string | undefined {
  if (help.repeated) return 'the board was seen before';
  if (help.hints + help.why > 0 || help.probabilities || help.analysis) return 'the coach helped';
  if (help.undos > 0) return 'moves were taken back';
  return help.resumed ? 'it was interrupted' : undefined;
}

function all(): Record<string, Partial<Bests>> {
  const found = kept('bests');
  return typeof found === 'object' && found !== null ? (found as Record<string, Partial<Bests>>) : {};
}

export function bestsOf(order: Order): Bests {
  const { played, won, best } = all()[kind(order)] ?? {};
  return { played: played ?? 0, won: won ?? 0, best: best ?? {} };
}

/** Notes the end of a game; says which records it broke. */
export function note(order: Order, won: boolean, result: Figures | undefined): (keyof Figures)[] {
  const { played, won: before, best } = bestsOf(order);
  const broken: (keyof Figures)[] = [];
  const next = { ...best };
  if (won && result) {
    const better = {
      time: best.time === undefined || result.time < best.time,
      speed: best.speed === undefined || result.speed > best.speed,
      efficiency: best.efficiency === undefined || result.efficiency > best.efficiency,
    };
    for (const name of ['time', 'speed', 'efficiency'] as const) {
      if (!better[name]) continue;
      next[name] = result[name];
      broken.push(name);
    }
  }
  keep('bests', { ...all(), [kind(order)]: { played: played + 1, won: before + (won ? 1 : 0), best: next } });
  return broken;
}
