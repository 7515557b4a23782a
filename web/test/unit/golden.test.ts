// In Node: the same calls, the same numbers, to the last bit.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as engine from '../../engine/engine.js';
import { answer, type Case } from '../golden';

const here = import.meta.dirname;
engine.initSync({ module: readFileSync(`${here}/../../engine/engine_bg.wasm`) });
const cases = JSON.parse(readFileSync(`${here}/../../../crates/web/tests/golden.json`, 'utf8')) as Case[];

it('there are calls', () => expect(cases.length).toBeGreaterThan(12));

it.each(cases.map((one, at) => [at, one.call, one] as const))('%i %s', (_at, _call, one) => {
  expect(answer(engine, one)).toEqual(one.answer);
});
