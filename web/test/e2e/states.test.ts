// Every state of the page in front of axe: what is said, asked, compared, won and lost, and what
// went wrong; in light and dark, both skins, the colours of the system, and on a phone.
import { describe, expect } from 'vitest';
import { type Guest, it, PHONE, type Visit } from './house';

const LOOKS: Record<string, Visit> = {
  light: {},
  'dark and classic': { dark: true, skin: 'classic' },
  'the colours of the system': { dark: true, forced: true },
  'a phone': PHONE,
};

/** Opens everything that is folded away. */
async function unfold({ page }: Guest): Promise<void> {
  const summaries = page.locator('details:not([open]) > summary');
  while ((await summaries.count()) > 0) await summaries.first().click();
}

describe.each(Object.entries(LOOKS))('%s', (_, look) => {
  it('a game that is lost: hint, comparison, doubt, review, looking back', async ({ visit }) => {
    const { guest, page } = await visit('#play?link={"width":5,"height":1,"mines":[0,4]}', { ...look, hidden: 5 });
    await guest.examine('before the first click');
    await guest.open(1);
    await guest.press('Hint');
    await guest.until(() => guest.shows('.candidates'), 'a hint');
    await guest.examine('a hint');
    await guest.press('Compare with…');
    await guest.examine('a cell to compare with is chosen');
    await guest.click(0);
    await guest.until(async () => (await guest.count('.compared li')) > 0, 'compared');
    await guest.examine('two cells compared');
    await page.keyboard.press('Escape');
    await guest.press('Why?');
    await guest.examine('a cell to ask about is chosen');
    await guest.click(0);
    await guest.press('As a mine');
    await guest.examine('a doubt, and a layout that shows it');
    await page.keyboard.press('Escape');
    await guest.click(0);
    await expect.poll(() => guest.status()).toBe('lost');
    await guest.until(async () => (await guest.count('.review .step')) > 0, 'the review');
    await guest.examine('lost, with its review');
    await guest.pressOn(page.locator('.review .step').first());
    await guest.until(async () => (await guest.message()).startsWith('The board before move'), 'before the guess');
    await guest.examine('looking back at a guess');
  });

  it('a game that is won: probabilities, a proof, chords, bests; everything unfolded', async ({ visit }) => {
    // 2,0 shows 1, so 1,0 is the mine and 0,0 is safe.
    const { guest, page } = await visit('#play?link={"width":6,"height":1,"mines":[1]}', { ...look, hidden: 6 });
    await guest.press('Probabilities');
    await guest.open(5);
    await guest.until(async () => (await guest.labels()).some((label) => label.includes('best')), 'probabilities');
    await guest.press('Flag mode');
    await guest.examine('probabilities, and flag mode');
    await guest.press('Flag mode');
    await guest.press('Hint');
    await guest.until(() => guest.shows('.candidates'), 'a hint');
    await guest.examine('a hint that is certain');
    await guest.press('Why?');
    await guest.until(() => guest.shows('.why'), 'a proof');
    await guest.press('Next step ▸');
    await guest.examine('a step of a proof');
    await page.keyboard.press('Escape');
    await guest.click(1, 'right');
    await expect.poll(() => guest.label(1)).toContain('flag');
    await guest.examine('a flag');
    await guest.click(0);
    await expect.poll(() => guest.status()).toBe('won');
    await guest.until(async () => /No guesses/.test(await guest.text('.review')), 'the review');
    await guest.examine('won, with its review');
    await unfold(guest);
    await guest.examine('everything unfolded');
  });

  it('ways to play: no guessing, kaboom, a size of one’s own, a deal that fails', async ({ visit }) => {
    const { guest } = await visit('#play?level=beginner&seed=5', { ...look, hidden: 81 });
    await guest.press('No guessing');
    await expect.poll(() => guest.message()).toContain('No guessing');
    await guest.examine('no guessing');
    await guest.press('Kaboom');
    await expect.poll(() => guest.message()).toContain('Kaboom');
    await guest.examine('kaboom');
    await guest.go('#play?mode=kaboom&link={"width":4,"height":1,"mines":[2]}');
    await guest.until(async () => (await guest.labels()).length === 4, 'a row');
    await guest.open(1);
    await guest.click(0);
    await expect.poll(() => guest.status()).toBe('lost');
    await guest.until(async () => (await guest.count('.review .step')) > 0, 'the review');
    await guest.examine('lost to kaboom');
    await guest.go('#play?level=4x4/12&seed=5');
    await expect.poll(() => guest.status()).toBe('failed');
    await guest.examine('a deal that failed, and a size of one’s own');
  });

  it('Analyse: candidates, comparison, proof, doubt, brush, what cannot be read, a clash', async ({ visit }) => {
    const { guest, page } = await visit('#analyse?view=5x1/2_*1***', look);
    await guest.analysed();
    await guest.examine('analysed');
    await guest.press('Best move');
    await guest.until(() => guest.shows('.candidates'), 'candidates');
    await guest.pressOn(page.locator('.candidates .step').nth(3));
    await guest.until(async () => (await guest.count('.compared li')) > 0, 'compared');
    await guest.examine('candidates compared');
    await guest.click(0);
    await guest.press('Why?');
    await guest.press('As safe');
    await guest.examine('a doubt');
    await guest.pressOn(page.locator('.brushes button', { hasText: '⚑' }));
    await guest.click(4);
    await expect.poll(() => guest.label(4)).toContain('flag');
    await unfold(guest);
    await page.getByLabel('Position as text').fill('this is no position');
    await guest.press('Read');
    await expect.poll(() => guest.message()).toContain('Line 1');
    await guest.examine('what cannot be read, a brush, everything unfolded');
    await guest.go('#analyse?view=7x1/2_*1***1*');
    await guest.until(async () => (await guest.labels()).length === 7, 'seven cells');
    await guest.analysed();
    await guest.click(3);
    await guest.press('Why?');
    await guest.press('Next step ▸');
    await guest.examine('a step of a proof');
    await guest.go('#analyse?view=3x2/?_0*2_***');
    await guest.analysed('clash');
    await guest.click(1);
    await guest.press('Why?');
    await guest.until(() => guest.shows('.why'), 'why');
    await guest.examine('a clash');
  });

  it('Watch: a step, looking back, an unknown player, who can be watched', async ({ visit }) => {
    const { guest, page } = await visit('#watch?level=beginner&seed=7&player=closure', { ...look, hidden: 81 });
    for (let step = 1; step <= 3; step++) {
      await guest.press('Step');
      await expect.poll(() => guest.text('.reason')).toMatch(new RegExp(`^Step ${step}:`));
    }
    await guest.press('◂ Back');
    await expect.poll(() => guest.text('.reason')).toMatch(/^Step 2:/);
    await guest.examine('a step that is looked at again');
    await unfold(guest);
    await guest.until(async () => (await guest.count('.roster dt')) > 8, 'the players');
    await guest.examine('who can be watched, everything unfolded');
    await page.locator('.seat input').fill('nobody');
    await page.locator('.seat input').press('Enter');
    await expect.poll(() => guest.text('.reason')).toContain('nobody');
    await guest.examine('an unknown player');
  });

  it('an engine that is waited for, and one that does not come', async ({ visit }) => {
    const { guest, page } = await visit('#play', {
      ...look,
      first: () => {
        const gate = new Promise<void>((resolve) => Object.assign(window, { letGo: resolve }));
        WebAssembly.compileStreaming = () => gate.then(() => Promise.reject(new Error('cut off')));
      },
    });
    await expect.poll(() => guest.message()).toBe('Loading the engine…');
    await guest.examine('the engine is waited for');
    await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
    await guest.until(() => page.getByRole('alert').isVisible(), 'words');
    await guest.examine('the engine could not be loaded');
  });
});
