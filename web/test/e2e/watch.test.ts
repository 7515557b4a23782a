import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { House } from './house';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

describe('Watch', () => {
  it('steps with reasons, to the end, two players on one deal', async () => {
    const guest = await house.visit('#watch?level=beginner&seed=7&player=closure');
    const { page } = guest;
    await guest.until(async () => (await guest.labels()).length === 81, 'the board is there');
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await guest.until(
      async () => ((await page.locator('.reason').textContent()) ?? '').startsWith('Step 1:'),
      'a reason',
    );
    for (let step = 2; step <= 6; step++) {
      await page.getByRole('button', { name: 'Step', exact: true }).click();
      await guest.until(
        async () => ((await page.locator('.reason').textContent()) ?? '').startsWith(`Step ${step}:`),
        `step ${step}`,
      );
    }
    await expect.poll(() => page.locator('.log li').count()).toBe(6);
    await expect.poll(() => page.locator('.figures').textContent()).toBe('Guesses 0 · chain of influence 6, longest 8');
    await guest.shoot('watch-one');
    await page.getByRole('button', { name: 'Two players' }).click();
    await guest.until(async () => (await page.locator('.seat').count()) === 2, 'two boards');
    await page.getByRole('button', { name: 'To the end' }).click();
    await guest.until(async () => {
      const all = await page
        .locator('.seat')
        .evaluateAll((seats) => seats.map((seat) => (seat as HTMLElement).dataset.status));
      return all.every((status) => status === 'won' || status === 'lost');
    }, 'both are over');
    // As the command line finds them: `surefoot watch closure --level beginner --seed 7 --influence …`
    const figures = async () => {
      const all = await page.locator('.figures').allTextContents();
      return all.map((text) => text.replace(/chain of influence \d+, /, ''));
    };
    await expect.poll(figures).toEqual(['Guesses 1 · longest 12', 'Guesses 0 · longest 7']);
    await guest.shoot('watch-two');
    await guest.leave();
  });

  it('runs and pauses, and names an unknown player', async () => {
    // A game of some hundred steps, a step a second: it is never over before it is paused.
    const guest = await house.visit('#watch?level=expert&seed=13&player=exact');
    const { page } = guest;
    await guest.until(async () => (await guest.labels()).length === 480, 'the board is there');
    await page.getByLabel('Speed').fill('1');
    await page.getByRole('button', { name: 'Run' }).click();
    await guest.until(async () => (await page.locator('.log li').count()) > 1, 'it runs');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Run' }).waitFor();
    await page.locator('.seat input').fill('nobody');
    await page.locator('.seat input').press('Enter');
    await guest.until(
      async () => ((await page.locator('.reason').textContent()) ?? '').includes('no player `nobody`'),
      'told',
    );
    await guest.leave();
  });
});
