import { expect, it } from 'vitest';
import { percent } from '../../src/board/painter';
import { chance, count, move, seconds, sentence, share, wordsOf } from '../../src/words';

it('only what is certain is 0 or 100 %', () => {
  expect([0, 1e-9, 0.1234, 1 - 1e-9, 1].map(share)).toEqual(['0 %', '< 0.1 %', '12.3 %', '> 99.9 %', '100 %']);
  expect([1e-9, 0.5, 1 - 1e-9].map(percent)).toEqual([1, 50, 99]);
});

it('long counts are shortened', () => {
  expect(count('136')).toBe('136');
  expect(count('1234567')).toBe('1\u202f234\u202f567');
  expect(count('12345678901234')).toBe('1.23 × 10¹³');
  // Rounded, not cut; and up to the next power of ten where it comes to that.
  expect(count('12399999999999')).toBe('1.24 × 10¹³');
  expect(count('99999999999999')).toBe('1.00 × 10¹⁴');
  // The same numbers as the command line's test of `rounded`.
  const cases = ['1234567890123456', '1235000000000000', '1234999999999999', '9994999999999999', '9995000000000000'];
  const rounded = ['1.23 × 10¹⁵', '1.24 × 10¹⁵', '1.23 × 10¹⁵', '9.99 × 10¹⁵', '1.00 × 10¹⁶'];
  expect(cases.map(count)).toEqual(rounded);
});

it('moves name their cell', () => {
  const shape = { width: 9, height: 9, neighbourhood: 'square8' };
  expect(move(shape, { act: 'open', cell: 10 })).toBe('open 1,1');
  expect(move(shape, { act: 'declare' })).toBe('declare');
});

it('times are in seconds', () => {
  expect([seconds(1234), seconds(123_456)]).toEqual(['1.2', '123']);
});

it('complaints are sentences', () => {
  expect(sentence('the game is over')).toBe('The game is over.');
  expect(sentence('`x` is not a level')).toBe('`x` is not a level.');
  expect(sentence('did you mean `queue`?')).toBe('Did you mean `queue`?');
  expect(wordsOf(new Error('3,0 is already open'))).toBe('3,0 is already open.');
});

it('a chance is said in words', () => {
  expect([0, 0.5, 1].map(chance)).toEqual(['certainly safe', '50.0 % chance of a mine', 'certainly a mine']);
});
