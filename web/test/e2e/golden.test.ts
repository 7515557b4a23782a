// In Chromium: the same calls, the same numbers. The built worker is not used here but
// the module itself, so that every call of the file can be made.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect } from 'vitest';
import type { Case } from '../golden';
import { it } from './house';

const here = import.meta.dirname;
it('every call answers as it does natively', async ({ visit }) => {
  const cases = JSON.parse(readFileSync(join(here, '../../../crates/web/tests/golden.json'), 'utf8')) as Case[];
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(here, 'golden-page.ts'), formats: ['iife'], name: 'golden' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('nothing was built');
  const code = output.output[0].code;
  const wasm = readFileSync(join(here, '../../../packages/engine/engine_bg.wasm')).toString('base64');
  const { guest } = await visit('#play?level=beginner&seed=1');
  await guest.page.evaluate(`${code}; globalThis.golden = golden`);
  const answers = (await guest.page.evaluate(
    ([bytes, all]) =>
      (globalThis as unknown as { golden: { run: (wasm: string, cases: unknown) => unknown } }).golden.run(
        bytes as string,
        all,
      ),
    [wasm, cases] as const,
  )) as unknown[];
  expect(answers).toHaveLength(cases.length);
  for (const [at, answer] of answers.entries()) {
    expect(answer, `${at} ${cases[at]?.call}`).toEqual(cases[at]?.answer);
  }
});
