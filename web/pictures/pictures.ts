// The pictures of the guide, taken from the page as it is: `scripts/page-pictures` runs it.
import { mkdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { beforeAll } from 'vitest';
import type { TimedMove } from '../engine/engine.js';
import { codeOf } from '../src/recorded';
import { type Guest, it } from '../test/e2e/house';
import { engine } from '../test/engine';

const here = import.meta.dirname;
const images = join(here, '../../docs/images');
const size = { width: 1080, height: 720 };

beforeAll(() => void mkdirSync(images, { recursive: true }));

async function keep(guest: Guest, name: string): Promise<void> {
  await guest.page.screenshot({ path: join(images, `page-${name}.png`) });
}

it('the coach', async ({ visit }) => {
  const { guest } = await visit('#play?level=intermediate&seed=12', { ...size, hidden: 256 });
  await guest.open(100);
  await guest.press('Probabilities');
  await guest.press('Hint');
  await guest.until(() => guest.shows('.counsel'), 'a hint');
  await guest.until(async () => (await guest.labels()).some((label) => label.includes('best')), 'probabilities');
  await keep(guest, 'play');
});

it('two guesses compared', async ({ visit }) => {
  const { guest } = await visit('#analyse?view=5x4/5_*****_*1***_*3***_*****', size);
  await guest.analysed();
  await guest.press('Best move');
  await guest.until(() => guest.shows('.counsel'), 'candidates');
  const second = guest.page.locator('.candidates .step').nth(1);
  await guest.pressOn(second);
  await guest.until(async () => (await guest.count('.compared li')) > 0, 'compared');
  await keep(guest, 'compare');
});

it('a proof', async ({ visit }) => {
  const { guest } = await visit('#play?level=9x9/10&seed=4', { ...size, hidden: 81 });
  await guest.open(40);
  await guest.press('Why?');
  await guest.click(1);
  await guest.until(() => guest.shows('.why'), 'why');
  await guest.press('Next step ▸');
  await guest.press('Next step ▸');
  await keep(guest, 'why');
});

it('two players', async ({ visit }) => {
  const { guest } = await visit('#watch?level=expert&seed=7&player=surefoot&against=closure', size);
  await guest.until(async () => (await guest.labels(1)).length === 480, 'the boards');
  for (let step = 0; step < 12; step++) await guest.press('Step');
  await guest.until(async () => (await guest.count('.log li')) === 24, 'twelve steps each');
  await keep(guest, 'watch');
});

it('a guess of a replay', async ({ visit }) => {
  // A player that overlooks much.
  const order = { ...engine.choices().usual, level: 'expert', seed: 4 };
  const player = new engine.WatchedGame(order, 'closure');
  const moves: TimedMove[] = [];
  for (let step = player.step(); step; step = player.step()) {
    moves.push({ time: moves.length * 300, action: step.action });
  }
  const text = new TextEncoder().encode(engine.writeReplay(order, moves, ''));
  const game = codeOf(new engine.ReplayedGame(text, 0).facts());
  const { guest } = await visit(`#replay?game=${game}`, size);
  await guest.until(async () => (await guest.page.locator('.room').getAttribute('data-review')) === 'done', 'reviewed');
  await guest.pressOn(guest.page.locator('.guesses .avoidable .step').last());
  await guest.until(async () => (await guest.labels()).some((label) => label.includes('best')), 'what was safe');
  await keep(guest, 'replay');
});

it('the example of forty lines', async ({ visit }) => {
  const folder = join(here, '../../packages/engine');
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const { guest, page } = await visit('package/examples/page.html?seed=7', { width: 400, height: 372 }, (page) =>
    page.route('**/package/**', (route) => {
      const file = new URL(route.request().url()).pathname.replace('/package/', '');
      return route.fulfill({
        contentType: types[extname(file)] ?? 'text/plain',
        body: readFileSync(join(folder, file)),
      });
    }),
  );
  const said = page.locator('#said');
  await said.filter({ hasText: 'ready' }).waitFor();
  await page.locator('#board button').nth(40).click();
  await said.filter({ hasText: 'playing' }).waitFor();
  await page.locator('#hint').click();
  await said.filter({ hasText: 'safe' }).waitFor();
  await keep(guest, 'javascript');
});

it('icons', async ({ house }) => {
  const icon = readFileSync(join(here, '../public/icon.svg'), 'utf8');
  for (const side of [192, 512]) {
    const guest = await house.visit('#play', { width: side, height: side });
    // The page's own policy forbids styles in the text.
    await guest.page.goto('about:blank');
    const style = `body{margin:0;background:#2f6f5e}svg{display:block;width:${side}px;height:${side}px}`;
    await guest.page.setContent(`<style>${style}</style>${icon}`);
    await guest.page.screenshot({ path: join(here, `../public/icon-${side}.png`) });
    await guest.page.context().close();
  }
});
