// Numbers that were chosen stand in one file, as in the crates of the engine.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../src');

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

it('no chosen number stands elsewhere', () => {
  const others = files.filter((file) => file !== 'tunables.ts');
  expect(others.length).toBeGreaterThan(20);
  const numbers = others.flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    const found = text.match(/^(export )?const [A-Z_]+(: [^=]*)? = [[{ a-z:]*-?[0-9].*$/gm) ?? [];
    return found.map((line) => `${file}: ${line}`);
  });
  expect(numbers).toEqual([]);
});

it('every tunable is explained and used', () => {
  const text = readFileSync(join(SOURCES, 'tunables.ts'), 'utf8');
  const sources = files
    .filter((file) => file !== 'tunables.ts')
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'));
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const name = /^export const ([A-Z_]+)/.exec(line)?.[1];
    if (!name) continue;
    expect(lines[at - 1], name).toMatch(/^\/\*\* .+ \*\/$/);
    expect(
      sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)),
      name,
    ).toBe(true);
  }
});
