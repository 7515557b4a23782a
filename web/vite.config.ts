import { defineConfig } from 'vitest/config';
import { offline } from './offline-plugin';

// Relative addresses: the page works from any folder of any server, and from inside
// the binary. Nothing is inlined as data:, so a strict content policy can hold.
export default defineConfig({
  base: './',
  plugins: [offline()],
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  test: {
    projects: [
      // Whole games are played in it, and a small machine may be busy.
      { extends: true, test: { name: 'unit', include: ['test/unit/*.test.ts'], testTimeout: 300_000 } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/*.test.ts'],
          // One browser at a time on a small machine, and patience with a slow one.
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // A page answers when it has worked it out: every look at it is repeated until then.
          expect: { poll: { interval: 50, timeout: 60_000 } },
        },
      },
      { extends: true, test: { name: 'measure', include: ['measure/*.ts'], testTimeout: 600_000 } },
      {
        extends: true,
        test: { name: 'pictures', include: ['pictures/*.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
      },
    ],
  },
});
