// Figures, not tests: what the first load weighs, how soon a click shows on a large
// board while the analysis runs, how soon a hint is there, how soon a replay is reviewed, and how fast
// the engine is in WASM.
// `scripts/page-test measure` runs it; times are of the machine it runs on.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import type { Position } from '../engine/engine.js';
import * as engine from '../engine/engine.js';
import { codeOf } from '../src/recorded';
import { it } from '../test/e2e/house';

const here = import.meta.dirname;
const tell = (line: string) => process.stdout.write(`${line}\n`);

beforeAll(() => {
  engine.initSync({ module: readFileSync(join(here, '../../packages/engine/engine_bg.wasm')) });
});

function quantile(values: number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? Number.NaN;
}

/** Times from events to the frame that shows a change of what is `changed`, once this is `there`; so far, when asked. */
async function timed(page: Page, event: string, changed: string, there = '*'): Promise<() => Promise<number[]>> {
  const kept = await page.evaluateHandle(
    ([event, changed, there]) => {
      const spent: number[] = [];
      let began = 0;
      document.addEventListener(event, ({ timeStamp }) => (began = timeStamp), true);
      // A message posted in a frame arrives after it is painted.
      new MutationObserver((changes) => {
        const shows = changes.some(({ target }) => (target as Element).matches(changed));
        if (began === 0 || !shows || !document.querySelector(there)) return;
        const from = began;
        began = 0;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => spent.push(performance.now() - from);
          port2.postMessage(0);
        });
      }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-label', 'hidden'] });
      return spent;
    },
    [event, changed, there] as const,
  );
  return () => kept.jsonValue();
}

/** What a visitor waits for before the first click; what is fetched later, or by the way, is told apart. */
it('first load', async ({ visit }) => {
  const weigh = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length;
  const waited = new Set<string>();
  const { guest } = await visit('#play', {}, (page) =>
    page.on('response', (response) => waited.add(new URL(response.url()).pathname.slice(1) || 'index.html')),
  );
  await guest.until(async () => (await guest.labels()).length > 0, 'the board');
  const first = new Set(waited);
  let total = 0;
  for (const entry of readdirSync(join(here, '../dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const size = weigh(readFileSync(path));
    const now = first.has(path.slice(join(here, '../dist/').length));
    if (now) total += size;
    tell(`${(size / 1000).toFixed(1).padStart(8)} KB gzipped  ${entry.name}${now ? '' : ' (later)'}`);
  }
  tell(`${(total / 1000).toFixed(1).padStart(8)} KB gzipped  before the first click`);
});

it('input to paint', async ({ visit }) => {
  const { guest, page } = await visit('#play?level=100x100/2000&seed=9');
  await guest.until(async () => (await guest.labels()).length > 80, 'the board');
  await page.getByRole('button', { name: 'Probabilities' }).click();
  // A flag shows as a change of label, drawn in the next frame.
  const times = await timed(page, 'pointerdown', '[aria-label*=flag]');
  // Open, so that there is something to analyse; every flag asks for a new analysis.
  await guest.click(50 * 100 + 50);
  await guest.until(async () => (await guest.labels()).some((label) => !label.includes('hidden')), 'opened');
  for (let at = 0; at < 60; at++) {
    const labels = await page
      .locator('[role=gridcell]')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => /hidden/.test(cell.getAttribute('aria-label') ?? ''))
          .map((cell) => Number((cell as HTMLElement).dataset.cell)),
      );
    const cell = labels[(at * 7) % labels.length];
    if (cell === undefined) break;
    const seen = (await times()).length;
    await guest.click(cell, 'right');
    await guest.until(async () => (await times()).length > seen, 'painted');
  }
  const spent = await times();
  tell(
    `input to paint, 100x100 with the analysis running, ms: median ${quantile(spent, 0.5).toFixed(0)}, 95 % ${quantile(spent, 0.95).toFixed(0)}, most ${quantile(spent, 1).toFixed(0)} (${spent.length} clicks)`,
  );
});

it('expert analyses', () => {
  const positions: Position[] = [];
  for (let seed = 0; positions.length < 300; seed++) {
    const game = new engine.WatchedGame({ ...engine.choices().usual, level: 'expert', seed }, 'exact');
    for (let step = game.step(), number = 0; step && step.turn.status === 'playing'; step = game.step(), number++) {
      if (number % 60 === 59) positions.push(game.position());
    }
    game.free();
  }
  const run = () => {
    const from = process.cpuUsage();
    for (const position of positions) engine.analyse(position);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / positions.length;
  };
  run();
  const best = Math.min(run(), run(), run());
  tell(`expert analysis in WASM: ${best.toFixed(0)} µs CPU, reading and writing JSON included`);
  const from = process.cpuUsage();
  const moves = positions.slice(0, 100).filter((position) => position.tiles.includes('*'));
  for (const position of moves) engine.advise(position, 'surefoot', 'none');
  const { user, system } = process.cpuUsage(from);
  tell(`advice of surefoot in WASM: ${((user + system) / moves.length).toFixed(0)} µs CPU`);
  const hints = guesses(40).map((position) => {
    const began = process.cpuUsage();
    engine.coach(position, 'none', 5);
    const spent = process.cpuUsage(began);
    return (spent.user + spent.system) / 1000;
  });
  tell(
    `hint with win probabilities in WASM, ms CPU: median ${quantile(hints, 0.5).toFixed(0)}, 95 % ${quantile(hints, 0.95).toFixed(0)} (${hints.length} guesses)`,
  );
});

/** Expert positions in which a guess is due. */
function guesses(wanted: number): Position[] {
  const found: Position[] = [];
  for (let seed = 0; found.length < wanted; seed++) {
    const game = new engine.WatchedGame({ ...engine.choices().usual, level: 'expert', seed }, 'exact');
    let before = game.position();
    for (let step = game.step(); step; step = game.step()) {
      if (!step.certain && /[0-8]/.test(before.tiles)) found.push(before);
      before = game.position();
    }
    game.free();
  }
  return found.slice(0, wanted);
}

/** From the key to the frame that shows the candidates, each with its win probability. */
it('hint to paint', async ({ visit }) => {
  const { guest, page } = await visit('#play?level=beginner&seed=1', { hidden: 81 });
  const times = await timed(page, 'keydown', '*', '.counsel:not([hidden]) .candidates');
  for (const [at, { width, height, mines, tiles }] of guesses(41).entries()) {
    const rows = Array.from({ length: height }, (_, y) => tiles.slice(y * width, (y + 1) * width));
    const link = encodeURIComponent([`${width}x${height}/${mines}`, ...rows].join('\n'));
    await guest.go(`#play?link=${link}`);
    const open = [...tiles].filter((tile) => /[0-8]/.test(tile)).length;
    await guest.until(
      async () => (await guest.labels()).filter((label) => !/hidden|flag/.test(label)).length === open,
      'the position',
    );
    await guest.until(async () => (await guest.status()) === 'playing', 'it is played');
    await page.keyboard.press('h');
    await guest.until(async () => (await times()).length > at, 'a hint');
    const words = await page.locator('.candidates').textContent();
    if (!/safe, wins /.test(words ?? '')) throw new Error(`no win probability: ${words}`);
  }
  const [first, ...spent] = await times();
  tell(
    `hint with win probabilities in the browser, expert, key to paint, ms: median ${quantile(spent, 0.5).toFixed(0)}, 95 % ${quantile(spent, 0.95).toFixed(0)}, most ${quantile(spent, 1).toFixed(0)} (${spent.length} guesses; the very first, which fetches the players, ${first?.toFixed(0)})`,
  );
});

/** From the link of an expert game until each of its guesses is weighed, in a page that is new to it. */
it('review of a replay', async ({ visit }) => {
  const folder = mkdtempSync(join(tmpdir(), 'replays-'));
  execFileSync(process.env.MAKE_REPLAYS ?? '', ['exact', 'expert', '20', folder]);
  const spent: number[] = [];
  let guesses = 0;
  for (const name of readdirSync(folder).sort()) {
    const facts = new engine.ReplayedGame(readFileSync(join(folder, name)), 0).facts();
    const { guest, page } = await visit('#analyse', {}, (page) =>
      page.addInitScript(() => {
        new MutationObserver(() => {
          const shown = document.querySelector('.room')?.getAttribute('data-review');
          const seen = window as unknown as { done?: number };
          if (shown === 'done') seen.done ??= performance.now();
        }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-review'] });
      }),
    );
    const from = await page.evaluate(
      (link) => {
        const now = performance.now();
        location.hash = link;
        return now;
      },
      `#replay?game=${codeOf(facts)}`,
    );
    const done = () => page.evaluate(() => (window as unknown as { done?: number }).done ?? 0);
    await guest.until(async () => (await done()) > 0, 'every guess is weighed');
    spent.push((await done()) - from);
    guesses += await guest.count('.guesses > li');
    await guest.leave();
  }
  rmSync(folder, { recursive: true });
  tell(
    `review of an expert replay in the browser, link to last guess, ms: median ${quantile(spent, 0.5).toFixed(0)}, most ${quantile(spent, 1).toFixed(0)} (${spent.length} games, ${guesses} guesses)`,
  );
});
