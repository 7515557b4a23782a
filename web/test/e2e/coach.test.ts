// The coach and the explanations: what to open, why, and why not that.
import { describe, expect } from 'vitest';
import { it } from './house';

describe('the coach in Play', () => {
  it('a hint says what to open, and the first click is known to be safe', async ({ visit }) => {
    const { guest } = await visit('#play?level=9x9/10&seed=4', { hidden: 81 });
    await expect.poll(() => guest.text('.card')).toContain('Ask for probabilities');
    // Before the first click the promise counts, not the share of mines.
    await guest.press('Probabilities');
    await expect.poll(() => guest.label(0)).toBe('0,0 hidden, safe');
    await guest.open(40);
    await guest.press('Hint');
    await guest.until(async () => (await guest.message()).startsWith('Hint'), 'a hint');
    const [, x, y] = /^Hint: open (\d+),(\d+), which is certainly safe\.$/.exec(await guest.message()) ?? [];
    expect(x, await guest.message()).toBeDefined();
    await expect.poll(() => guest.label(Number(y) * 9 + Number(x))).toMatch(/hidden, safe.*proved safe/);
    await guest.open(Number(y) * 9 + Number(x));
    await expect.poll(() => guest.status()).toBe('playing');
  });

  it('why is asked with the mouse: of a cell that is clicked, without opening it', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', { hidden: 81 });
    await guest.open(80);
    await guest.press('Why?');
    await expect.poll(() => guest.message()).toContain('Click the cell');
    await guest.click(50);
    await expect.poll(() => guest.text('.why h2')).toBe('5,5 is a mine');
    expect(await guest.label(50)).toContain('hidden');
    await expect.poll(() => guest.status()).toBe('playing');
    await page.keyboard.press('Escape');
    await expect.poll(() => guest.shows('.why')).toBe(false);
    // Asked and thought better of.
    await guest.press('Why?');
    await page.keyboard.press('Escape');
    await guest.click(50, 'right');
    await expect.poll(() => guest.label(50)).toContain('flag');
  });
});

describe('explanations in Analyse', () => {
  it('the chosen cell stays chosen on the way to the button', async ({ visit }) => {
    const { guest, page } = await visit('#analyse');
    await guest.analysed();
    // 2,2 is a mine of the example; the way from there to the button crosses a dozen cells.
    await guest.click(2 * 12 + 2);
    await expect.poll(() => guest.text('.card')).toMatch(/^2,2/);
    await expect.poll(() => guest.label(26)).toContain('chosen');
    const before = await page.getByRole('button', { name: 'Why?' }).boundingBox();
    await guest.press('Why?');
    const after = await page.getByRole('button', { name: 'Why?' }).boundingBox();
    expect(after?.y).toBe(before?.y);
    await expect.poll(() => guest.text('.why h2')).toMatch(/^2,2 is /);
  });

  it('every step shows its premises, forth and back', async ({ visit }) => {
    const { guest, page } = await visit('#analyse?view=7x1/2_*1***1*');
    await guest.analysed();
    await guest.click(3);
    await guest.press('Why?');
    await expect.poll(() => guest.text('.why h2')).toBe('3,0 is safe');
    const marked = async () => (await guest.labels()).map((label) => label.split(', ').slice(2).join(', '));
    const steps = await guest.count('.why li');
    expect(steps).toBe(3);
    const seen: string[] = [];
    for (let step = 0; step < steps; step++) {
      await guest.press('Next step ▸');
      await expect.poll(() => page.locator('.why li').nth(step).getAttribute('aria-current')).toBe('step');
      seen.push((await marked()).join('|'));
    }
    // The last step rests on what both clues need.
    expect(seen[2]).toContain('taken for granted');
    expect(await guest.label(0)).toContain('taken for granted');
    expect(await guest.label(3)).toContain('proved safe');
    await expect.poll(() => page.getByRole('button', { name: 'Next step ▸' }).isDisabled()).toBe(true);
    await guest.press('◂ Back');
    await expect.poll(async () => (await marked()).join('|')).toBe(seen[1]);
    await guest.shoot('analyse-premises');
  });

  it('safe and mine differ by more than colour', async ({ visit }) => {
    const { guest, page } = await visit('#analyse?view=2x2/1_1*_1*');
    await guest.analysed();
    await guest.click(1);
    await guest.press('Why?');
    const inGrey = async (button: string) => {
      await guest.press(button);
      await guest.point(3);
      await page.mouse.move(2, 2, { steps: 3 });
      // The picture without its colours, as a list of lightnesses.
      return page.locator('canvas.ink').evaluate((canvas: HTMLCanvasElement) => {
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height / 2).data ?? [];
        let ink = '';
        for (let at = 3; at < data.length; at += 4) ink += (data[at] ?? 0) > 127 ? (data[at - 1] ?? 0) > 200 : '.';
        return ink;
      });
    };
    const mine = await inGrey('As a mine');
    const safe = await inGrey('As safe');
    expect(mine).not.toBe(safe);
  });

  it('candidates with safety and win probability, and two cells compared', async ({ visit }) => {
    const { guest, page } = await visit('#analyse?view=5x1/2_*1***');
    await guest.analysed();
    await guest.press('Best move');
    await guest.until(() => guest.shows('.counsel'), 'candidates');
    const lines = await guest.texts('.candidates li');
    expect(lines.length).toBe(4);
    expect(lines[0]).toMatch(/^[23],0: 50\.0 % safe, wins 50\.0 % .*wins most$/);
    await guest.press('Compare with…');
    await guest.click(0);
    await expect
      .poll(() => page.locator('.compared li').first().textContent())
      .toMatch(/wins more often: 50\.0 % against 25\.0 %\.$/);
    await guest.shoot('analyse-compare');
    // A candidate is compared by pressing its line.
    await guest.pressOn(page.locator('.candidates .step').nth(3));
    await expect.poll(() => guest.text('.compared h3')).toMatch(/ or 0,0\?| or 4,0\?/);
    await page.keyboard.press('Escape');
    await expect.poll(() => guest.shows('.counsel')).toBe(false);
  });

  it('the safest cell and the one that wins most are named', async ({ visit }) => {
    const { guest } = await visit('#analyse?view=6x4/7_****10_****10_***421_******');
    await guest.analysed();
    await expect.poll(() => guest.text('.summary')).toContain('Safest5,3');
    await guest.press('Best move');
    await guest.until(() => guest.shows('.counsel'), 'candidates');
    expect(await guest.texts('.candidates li')).toEqual([
      '0,3: 71.1 % safe, wins 37.8 % wins most',
      '5,3: 88.9 % safe, wins 33.8 % safest',
    ]);
    await expect.poll(() => guest.message()).toContain('open 0,3, 71.1 % safe, wins 37.8 %; 5,3 is 88.9 % safe');
  });

  it('where nothing fits there is no best move, and the clash stays marked', async ({ visit }) => {
    const { guest } = await visit('#analyse?view=3x2/?_0*2_***');
    await guest.analysed('clash');
    await expect.poll(() => guest.label(0)).toContain('contradiction');
    await guest.press('Best move');
    await expect.poll(() => guest.message()).toContain('There is no best move');
    expect(await guest.label(0)).toContain('contradiction');
    expect(await guest.label(2)).toContain('contradiction');
  });

  it('a stroke of the brush is one change', async ({ visit }) => {
    const { guest, page } = await visit('#analyse?view=6x2/?_******_******');
    await guest.analysed();
    await guest.pressOn(page.locator('.brushes button', { hasText: '⚑' }));
    await guest.point(0);
    await page.mouse.down();
    await guest.point(5);
    await page.mouse.up();
    await expect.poll(async () => (await guest.labels()).filter((label) => label.includes('flag')).length).toBe(6);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await guest.labels()).filter((label) => label.includes('flag')).length).toBe(0);
  });
});
