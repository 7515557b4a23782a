// What a first visit loads; with a real browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { it } from './house';

const root = join(import.meta.dirname, '../../..');

it('a first visit loads no more than 450 kB, and neither players nor readers of replays', async ({ visit }) => {
  const sizes = new Map<string, number>();
  const { guest } = await visit('#play', {}, (page) =>
    page.on('response', async (response) => {
      const path = new URL(response.url()).pathname;
      const file = join(root, 'web/dist', path === '/' ? 'index.html' : path);
      sizes.set(path, gzipSync(readFileSync(file), { level: 9 }).length);
    }),
  );
  await guest.until(async () => (await guest.labels()).length > 0, 'the board is there');
  const first = [...sizes];
  await guest.leave();
  expect(first.some(([path]) => path.endsWith('.wasm'))).toBe(true);
  expect(first.filter(([path]) => /(player|replay)-worker/.test(path))).toEqual([]);
  expect(first.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(450_000);
});
