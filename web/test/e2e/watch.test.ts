import { describe, expect } from 'vitest';
import { it } from './house';

describe('Watch', () => {
  it('steps with reasons, to the end, two players on one deal', async ({ visit }) => {
    const { guest, page } = await visit('#watch?level=beginner&seed=7&player=closure', { hidden: 81 });
    await guest.press('Step');
    await guest.until(async () => (await guest.text('.reason')).startsWith('Step 1:'), 'a reason');
    for (let step = 2; step <= 6; step++) {
      await guest.press('Step');
      await guest.until(async () => (await guest.text('.reason')).startsWith(`Step ${step}:`), `step ${step}`);
    }
    await expect.poll(() => guest.count('.log li')).toBe(6);
    await expect.poll(() => guest.text('.figures')).toBe('Guesses 0 · chain of influence 6, longest 8');
    await guest.shoot('watch-one');
    await guest.press('Two players');
    await guest.until(async () => (await guest.count('.seat')) === 2, 'two boards');
    await guest.press('To the end');
    await guest.until(async () => {
      const all = await page
        .locator('.seat')
        .evaluateAll((seats) => seats.map((seat) => (seat as HTMLElement).dataset.status));
      return all.every((status) => status === 'won' || status === 'lost');
    }, 'both are over');
    // As the command line finds them: `surefoot watch closure --level beginner --seed 7 --influence …`
    const figures = async () => {
      const all = await guest.texts('.figures');
      return all.map((text) => text.replace(/chain of influence \d+, /, ''));
    };
    await expect.poll(figures).toEqual(['Guesses 1 · longest 12', 'Guesses 0 · longest 7']);
    await guest.shoot('watch-two');
  });

  it('runs and pauses, and names an unknown player', async ({ visit }) => {
    // A game of some hundred steps, a step a second: it is never over before it is paused.
    const { guest, page } = await visit('#watch?level=expert&seed=13&player=exact', { hidden: 480 });
    await page.getByLabel('Speed').fill('1');
    await guest.press('Run');
    await guest.until(async () => (await guest.count('.log li')) > 1, 'it runs');
    await guest.press('Pause');
    await page.getByRole('button', { name: 'Run' }).waitFor();
    await page.locator('.seat input').fill('nobody');
    await page.locator('.seat input').press('Enter');
    await expect.poll(() => guest.text('.reason')).toContain('no player `nobody`');
  });

  it('no step is lost, every step can be looked at again, and back', async ({ visit }) => {
    const { guest, page } = await visit('#watch?level=beginner&seed=7&player=closure', { hidden: 81 });
    const step = page.getByRole('button', { name: 'Step', exact: true });
    const box = await step.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8, { steps: 5 });
    for (let press = 0; press < 6; press++) {
      await page.mouse.down();
      await page.mouse.up();
    }
    await expect.poll(() => guest.count('.log li')).toBe(6);
    await expect.poll(() => guest.text('.reason')).toMatch(/^Step 6:/);
    const figures = await page.locator('.figures').textContent();
    const sixth = (await guest.labels()).join();
    await guest.press('◂ Back');
    await expect.poll(() => guest.text('.reason')).toMatch(/^Step 5:/);
    expect((await guest.labels()).join()).not.toBe(sixth);
    // Any line of the list, and on from there without playing anew.
    await guest.pressOn(page.locator('.log .step').nth(1));
    await expect.poll(() => guest.text('.reason')).toMatch(/^Step 2:/);
    await guest.pressOn(page.locator('.log .step').nth(5));
    await expect.poll(async () => (await guest.labels()).join()).toBe(sixth);
    await expect.poll(() => guest.text('.figures')).toBe(figures);
    await guest.press('Analyse this');
    await guest.until(async () => (await guest.count('.room.analyse')) === 1, 'to Analyse');
    await page.goBack();
    await expect.poll(async () => (await guest.labels()).join()).toBe(sixth);
    await guest.press('Play this');
    await guest.until(async () => (await guest.status()) === 'playing', 'to Play');
    // What is open, without what is marked.
    const open = (labels: string) => labels.match(/\d+,\d+ (\d|empty)/g);
    await expect.poll(async () => open((await guest.labels()).join())).toEqual(open(sixth));
  });

  it('a restart on the way to the end starts again, and stays there', async ({ visit }) => {
    const { guest, page } = await visit('#watch?level=30x20/130&seed=3&player=surefoot', { hidden: 600 });
    const [end, restart] = [page.getByText('To the end'), page.getByText('Restart', { exact: true })];
    const [from, to] = [await end.boundingBox(), await restart.boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8, { steps: 3 });
    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 8, { steps: 3 });
    await page.mouse.down();
    await page.mouse.up();
    await guest.press('Step');
    await guest.until(async () => (await guest.count('.log li')) > 0, 'the first step of the new game');
    // If the old command still ran, there would be more than was asked for.
    await guest.press('Step');
    await expect.poll(() => guest.text('.reason')).toMatch(/^Step 2:/);
    expect(await guest.count('.log li')).toBe(2);
  });

  it('two expert boards stand side by side, whole', async ({ visit }) => {
    const { guest, page } = await visit('#watch?level=expert&seed=3&player=surefoot&against=exact');
    await guest.until(async () => (await guest.labels(1)).length === 480, 'both boards are there');
    const wholes = () =>
      page.locator('.window').evaluateAll((all) => all.map((one) => one.scrollWidth <= one.clientWidth + 1));
    await expect.poll(wholes).toEqual([true, true]);
    const tops = await page.locator('.window').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1]);
  });
});
