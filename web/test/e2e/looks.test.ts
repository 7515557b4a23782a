// Every room in light and dark: no serious finding of axe. With SHOTS=folder also in
// both skins, as pictures for people.
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { codeOf } from '../../src/recorded';
import { engine } from '../engine';
import { it } from './house';

const guide = readFileSync(`${import.meta.dirname}/../../../docs/guide/game.rawvf`);

const PLACES = {
  play: '#play?level=expert&seed=12',
  analyse: '#analyse',
  watch: '#watch?level=intermediate&seed=7&player=surefoot&against=closure',
  replay: `#replay?game=${codeOf(new engine.ReplayedGame(guide, 0).facts())}&at=6`,
};

describe.each(['modern', 'classic'] as const)('%s', (skin) => {
  describe.each([false, true])('dark: %s', (dark) => {
    it.for(Object.entries(PLACES))('%s', async ([room, place], { visit }) => {
      const { guest, page } = await visit(place, { skin, dark });
      await guest.until(async () => (await guest.labels()).length > 80, 'the board is there');
      if (room === 'play') {
        await guest.press('Probabilities');
        await guest.click(3 * 30 + 3);
        await guest.until(async () => (await guest.labels()).some((label) => label.includes('best')), 'probabilities');
      }
      if (room === 'watch') {
        await guest.press('To the end');
        // Nothing moves any more when it is examined.
        await guest.until(async () => (await guest.count('.seat:not([data-status=playing])')) === 2, 'the end');
        await expect.poll(() => guest.count('.log li')).toBeGreaterThan(8);
      }
      if (room === 'analyse') await guest.analysed();
      if (room === 'replay')
        await guest.until(async () => (await page.locator('.room').getAttribute('data-review')) === 'done', 'reviewed');
      await guest.examine();
      await guest.shoot(`${room}-${skin}-${dark ? 'dark' : 'light'}`);
    });
  });
});

it('a large board scrolls and zooms, and draws only what shows', async ({ visit }) => {
  const { guest, page } = await visit('#play?level=200x200/6000&seed=2');
  await guest.until(async () => (await guest.labels()).length > 80, 'the board is there');
  const canvas = page.locator('canvas').first();
  const drawn = () => canvas.evaluate((element) => (element as HTMLCanvasElement).width);
  const scroll = () =>
    page.locator('.window').evaluate((element) => ({ width: element.scrollWidth, top: element.scrollTop }));
  // A window onto the board, not the board.
  await guest.until(async () => (await drawn()) > 600 && (await drawn()) < 1280, 'a part is drawn');
  await expect.poll(async () => (await scroll()).width).toBeGreaterThan(200 * 20);
  const before = await scroll();
  await guest.press('Zoom in');
  await guest.until(async () => (await scroll()).width > before.width, 'it zooms');
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  await page.keyboard.press('Control+End');
  await guest.until(async () => (await scroll()).top > 1000, 'it scrolls to the focus');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.cell)).toBe('39999');
  await guest.shoot('play-200');
});

describe('colours of the system', () => {
  it.for(Object.entries(PLACES))('%s', async ([room, place], { visit }) => {
    const { guest, page } = await visit(place, { forced: true, dark: true });
    await guest.until(async () => (await guest.labels()).length > 80, 'the board is there');
    if (room === 'play') {
      await guest.press('Probabilities');
      await guest.click(3 * 30 + 3);
      await guest.until(async () => (await guest.labels()).some((label) => label.includes('best')), 'probabilities');
    }
    // Closed, open and numbered cells are told apart: the board is no black rectangle.
    const shades = () =>
      page
        .locator('canvas.paper')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          let [dark, light] = [0, 0];
          for (let at = 0; at < data.length; at += 4) {
            if ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) > 382) light += 1;
            else dark += 1;
          }
          return Math.min(dark, light) / (dark + light);
        });
    await expect.poll(shades).toBeGreaterThan(0.03);
    await guest.examine();
    await guest.shoot(`${room}-forced`);
  });

  it('an explanation', async ({ visit }) => {
    const { guest } = await visit('#analyse?view=7x1/2_*1***1*', { forced: true });
    await guest.analysed();
    await guest.click(3);
    await guest.press('Why?');
    await guest.until(() => guest.shows('.why'), 'why');
    await guest.examine();
    await guest.shoot('analyse-why-forced');
  });
});

it.for([
  ['a phone', { width: 380, height: 740, touch: true }, '#play?level=200x200/6000&seed=2'],
  ['a desk', {}, '#play?level=200x200/6000&seed=2'],
  ['a phone, hexagons', { width: 380, height: 740, touch: true }, '#play?level=60x60/600&neighbourhood=hex&seed=2'],
] as const)('the whole board is whole on %s', async ([_, how, place], { visit }) => {
  const { guest, page } = await visit(place, how);
  await guest.until(async () => (await guest.labels()).length > 80, 'the board is there');
  await guest.press('Whole board');
  const fits = () =>
    page
      .locator('.window')
      .evaluate((one) => [one.scrollWidth <= one.clientWidth, one.scrollHeight <= one.clientHeight]);
  await expect.poll(fits).toEqual([true, true]);
});
