// The other rooms at 360 pixels.
import { expect } from 'vitest';
import { it, PHONE } from './house';

it.for([
  ['analyse', '#analyse'],
  ['watch', '#watch?level=beginner&seed=7&player=surefoot&against=closure'],
] as const)('%s fits a phone', async ([room, place], { visit }) => {
  const { guest, page } = await visit(place, PHONE);
  await guest.until(async () => (await guest.labels()).length > 80, 'the board is there');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  if (room === 'analyse') {
    await guest.analysed();
    await guest.tap(12 * 7 + 9);
    await guest.until(async () => (await guest.text('.card')).startsWith('9,7'), 'a tap looks');
  } else {
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await guest.until(async () => (await guest.count('.log li')) === 2, 'a step each');
  }
  await guest.examine();
  await guest.shoot(`phone-${room}`);
});

it('the level is readable on a phone', async ({ visit }) => {
  const { guest, page } = await visit('#play?level=intermediate&seed=3', { ...PHONE, hidden: 256 });
  // As wide as its longest text needs.
  const room = await page.getByLabel('Level').evaluate((select: HTMLSelectElement) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return 0;
    canvas.font = getComputedStyle(select).font;
    const longest = Math.max(...[...select.options].map((option) => canvas.measureText(option.text).width));
    return select.clientWidth - longest;
  });
  expect(room).toBeGreaterThan(16);
  await guest.shoot('phone-level');
});
