// Numbers and moves in words.
import type { Move, Odds } from '../engine/engine.js';
import { name, type Shape } from './board/geometry';
import { DIGITS_SHOWN } from './tunables';

/** A share as a percentage; only what is certain is 0 or 100. */
export function share(value: number): string {
  if (value === 0) return '0 %';
  if (value === 1) return '100 %';
  const text = (100 * value).toFixed(1);
  if (text === '0.0') return '< 0.1 %';
  if (text === '100.0') return '> 99.9 %';
  return `${text} %`;
}

/** A long count, rounded to its order of magnitude. */
export function count(digits: string): string {
  if (digits.length <= DIGITS_SHOWN) return digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  // Three digits and the next: enough to round, and what is rounded up to 1000 is ten times as large.
  const rounded = Math.round(Number(digits.slice(0, 4)) / 10);
  const [three, power] = rounded === 1000 ? [100, digits.length] : [rounded, digits.length - 1];
  return `${(three / 100).toFixed(2)} × 10${superscript(power)}`;
}

function superscript(number: number): string {
  return [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
}

/** A move, as in `open 3,4`. */
export function move(shape: Shape, action: Move): string {
  return action.act === 'declare' ? 'declare' : `${action.act} ${name(shape, action.cell)}`;
}

/** So many of something: `1 cell`, `3 cells`, `2 guesses`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** How sure an estimate of a win probability is. */
export function interval({ exact, low, high }: Odds): string {
  return exact ? '' : ` (${Math.round(100 * low)} to ${Math.round(100 * high)})`;
}

/** Words as a sentence: a capital, unless they begin with a name, and a full stop. */
export function sentence(words: string): string {
  const end = /[.!?…]$/.test(words) || words.includes('\n') ? '' : '.';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${end}`;
}

/** What went wrong, in the words of who noticed. */
export function wordsOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}

/** Why a position cannot be. */
export function impossible(clash: { words: string }): string {
  return `This position is impossible: ${clash.words}.`;
}

/** What is known of a cell by a probability of a mine. */
export function chance(probability: number): string {
  if (probability === 0) return 'certainly safe';
  return probability === 1 ? 'certainly a mine' : `${share(probability)} chance of a mine`;
}

/** Seconds as people time games. */
export function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(milliseconds < 100_000 ? 1 : 0);
}

/** Seconds as replays count them. */
export function hundredths(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}
