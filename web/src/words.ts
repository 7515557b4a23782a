// Numbers and moves in words.
import type { Move } from '../engine/engine.js';
import { name, type Shape } from './board/geometry';

/** A share as a percentage; only what is certain is 0 or 100. */
export function share(value: number): string {
  if (value === 0) return '0 %';
  if (value === 1) return '100 %';
  const text = (100 * value).toFixed(1);
  if (text === '0.0') return '< 0.1 %';
  if (text === '100.0') return '> 99.9 %';
  return `${text} %`;
}

/** A long count, shortened to its order of magnitude. */
export function count(digits: string): string {
  if (digits.length <= 9) return digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return `${digits[0]}.${digits.slice(1, 3)} × 10${superscript(digits.length - 1)}`;
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

/** What went wrong, in the words of who noticed. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Seconds as people time games. */
export function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(milliseconds < 100_000 ? 1 : 0);
}
