import { describe, expect } from 'vitest';
import { it } from './house';

describe('Analyse', () => {
  it('a pasted position: its probabilities, and why', async ({ visit }) => {
    const { guest, page } = await visit('#analyse');
    await guest.analysed();
    // The variable assignment tree of a write-up: three fillings.
    await page.getByLabel('Position as text').fill('3x3/?\n1 * 2\n* * *\n* 3 *\n');
    await guest.press('Read');
    await guest.until(async () => (await guest.labels()).length === 9, 'it is read');
    await guest.until(async () => (await guest.label(3)).includes('safe'), '0,1 is safe');
    await expect.poll(() => guest.label(5)).toBe('2,1 hidden, mine');
    await expect.poll(() => guest.label(3)).toBe('0,1 hidden, safe, best');
    await expect.poll(() => guest.text('.summary')).toContain('Layouts3');
    await expect.poll(() => guest.label(1)).toMatch(/^1,0 hidden, 25 %/);
    await guest.click(3);
    await expect.poll(() => guest.text('.card')).toContain('certainly safe');
    await guest.press('Why?');
    await expect.poll(() => guest.text('.why')).toContain('0,1 is safe');
    await expect.poll(() => guest.text('.why p')).toBe('It follows from 2 clues (two clues compared); difficulty 2.');
    await expect
      .poll(() => guest.texts('.why li'))
      .toEqual([
        '2,0 needs one mine more than 0,0; of the cells they do not share it has only 2,1, so 2,1 is a mine and 0,1 is safe.',
      ]);
    await guest.press('Next step ▸');
    await expect.poll(() => guest.count('.why [aria-current=step]')).toBe(1);
    await guest.shoot('analyse-why');
  });

  it('the position lives in the address', async ({ visit }) => {
    const { guest, page } = await visit('#analyse?view=4x2/2_1*2*_****');
    await guest.analysed();
    await expect.poll(() => guest.label(0)).toBe('0,0 1');
    await guest.until(() => page.url().includes('analysis='), 'written as a code');
    const address = page.url();
    // Another clue by keyboard, and the address follows.
    await guest.click(7);
    await page.keyboard.press('2');
    await guest.until(async () => (await guest.label(7)).includes('3,1 2'), 'edited');
    await guest.until(() => page.url() !== address, 'the address follows');
    const edited = page.url();
    await page.goto('about:blank');
    await page.goto(edited);
    await guest.until(async () => (await guest.label(7)).startsWith('3,1 2'), 'and leads back');
  });

  it('a contradiction shows the clues that clash', async ({ visit }) => {
    const { guest, page } = await visit('#analyse?view=4x2/?_1*3*_1***');
    await guest.analysed();
    await guest.go('#analyse?view=2x2/?_1*_3*');
    const state = () => page.locator('.room').getAttribute('data-state');
    await guest.until(async () => ![null, 'counting'].includes(await state()), 'answered');
    await expect
      .poll(() => guest.text('.summary'))
      .toBe('This position is impossible: the clue at 0,1 cannot be satisfied.');
    await guest.go('#analyse?view=3x2/?_1*2_***');
    await guest.until(async () => (await guest.labels()).length === 6, 'three wide');
    await guest.analysed();
    await guest.go('#analyse?view=3x2/?_0*2_***');
    await guest.analysed('clash');
    await expect
      .poll(() => guest.text('.summary'))
      .toBe('This position is impossible: the clues at 0,0 and 2,0 contradict each other.');
    await guest.click(1);
    await guest.press('Why?');
    await guest.until(() => guest.shows('.why'), 'an answer');
    await expect.poll(() => guest.text('.why h2')).toBe('Why 1,0?');
    await expect
      .poll(() => guest.text('.why p'))
      .toBe('This position is impossible: the clues at 0,0 and 2,0 contradict each other.');
    await guest.shoot('analyse-clash');
  });

  it('long counts are rounded, not cut', async ({ visit }) => {
    const rows = Array.from({ length: 9 }, () => '*********').join('_');
    const { guest } = await visit(`#analyse?view=9x9/10_${rows}`);
    await guest.analysed();
    // 81 choose 10 is 1 878 392 407 320.
    await expect.poll(() => guest.text('.summary')).toContain('Layouts1.88 × 10¹²');
  });

  it('what cannot be read is told', async ({ visit }) => {
    const { guest, page } = await visit('#analyse');
    await page.getByLabel('Position as text').fill('this is no position');
    await guest.press('Read');
    const message = async () => await guest.text('.message');
    await guest.until(async () => (await message()).length > 10, 'a complaint');
    await expect
      .poll(() => message())
      .toMatch(/^Line 1: the clue 29 at 0,0 is larger than its 1 neighbour; .* and 8 more\.$/);
  });
});
