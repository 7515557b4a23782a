// In Node: the same calls, the same numbers, to the last bit.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { engine } from '../engine';
import { answer, CALLS, type Case } from '../golden';

const file = `${import.meta.dirname}/../../../crates/web/tests/golden.json`;
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

it('every call is made', () => {
  expect([...new Set(cases.map(({ call }) => call))].sort()).toEqual(Object.keys(CALLS).sort());
});

it.each(cases.map((one, at) => [at, one.call, one] as const))('%i %s', (_at, _call, one) => {
  expect(answer(engine, one)).toEqual(one.answer);
});
