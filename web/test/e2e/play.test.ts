import { describe, expect } from 'vitest';
import { engine } from '../engine';
import { it, PHONE } from './house';

describe('Play', () => {
  it('a whole game by mouse, with probabilities and no connection', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=4', { hidden: 81 });
    // Once the page is kept, it needs nobody.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await guest.cutOff();
    await guest.press('Probabilities');
    await guest.click(40);
    await guest.until(async () => (await guest.hidden()) < 81, 'the first click opens');
    // Play what is best until the game is over: certain cells, else the least likely.
    await guest.finish(/best/);
    await guest.until(async () => ['won', 'lost'].includes((await guest.status()) ?? ''), 'it is over');
    await expect.poll(() => guest.text('.message')).toContain('3BV/s');
    await guest.until(async () => /guess/i.test(await guest.text('.review')), 'the review');
    await guest.shoot('play-over');
  });

  it('flags, chords, takes back, and asks why', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=9x9/10&seed=4', { hidden: 81 });
    const left = page.locator('.mines');
    await expect.poll(() => left.textContent()).toBe('10');
    await guest.click(0, 'right');
    await guest.until(async () => (await guest.label(0)).includes('flag'), 'a flag');
    await expect.poll(() => left.textContent()).toBe('9');
    await guest.click(0, 'right');
    await guest.until(async () => (await guest.label(0)).includes('hidden'), 'no flag');
    await guest.click(40);
    await guest.until(async () => (await guest.hidden()) < 81, 'opened');
    await guest.press('Undo');
    await guest.until(async () => (await guest.hidden()) === 81, 'taken back');
    await guest.click(40);
    await guest.until(async () => (await guest.hidden()) < 81, 'opened again');
    // Another room and back: the game has waited.
    const seen = (await guest.labels()).join();
    await guest.press('Analyse', 'link');
    await guest.analysed();
    await guest.press('Play', 'link');
    await guest.until(async () => (await guest.labels()).join() === seen, 'the game has waited');
    await expect.poll(() => page.url()).toContain('seed=4');
    // Why 1,0 is a mine: the key means the cell that is pointed at.
    await guest.point(1);
    await page.keyboard.press('w');
    await expect.poll(() => guest.text('.why')).toContain('It follows from');
    await expect.poll(() => guest.text('.why h2')).toBe('1,0 is a mine');
    await expect
      .poll(() => guest.texts('.why li'))
      .toEqual([
        '3,2 shows 1 and has just one closed neighbour, so 2,3 is a mine.',
        '2,2 shows 1; 2,3 is a mine, so 1,1 is safe.',
        '2,0 shows 1; 1,1 is safe, so 1,0 is a mine.',
      ]);
    await guest.shoot('play-why');
  });

  it('why is answered after a loss: of the mine that ended it, of a missed mine and of any closed cell', async ({
    visit,
  }) => {
    // Opened row by row, this board is lost at 3,0; the end reveals five mines.
    const { guest, page } = await visit('#play?level=4x4/6&promise=safe&seed=3', { hidden: 16 });
    for (const cell of [0, 1, 2, 3]) await guest.open(cell);
    const shown = async () => (await guest.labels()).filter((label) => !label.includes('hidden'));
    await expect
      .poll(shown)
      .toEqual([
        '0,0 1',
        '1,0 1',
        '2,0 2',
        '3,0 exploded mine',
        '1,1 mine',
        '0,2 mine',
        '1,2 mine',
        '3,2 mine',
        '0,3 mine',
      ]);
    await expect.poll(() => guest.status()).toBe('lost');
    const why = async (cell: number, heading: string, words: string) => {
      await guest.click(cell);
      await guest.press('Why?');
      await expect.poll(() => guest.texts('.why h2, .why p')).toEqual([heading, words]);
    };
    // Of the mine that ended it: what could be known before it was opened.
    const doubt = 'A mine in 126 of 196 layouts (64.3 %).';
    await why(3, '3,0 is not certain', doubt);
    await why(5, '1,1 is not certain', 'A mine in 70 of 126 layouts (55.6 %).');
    await why(6, '2,1 is safe', 'It follows from 2 clues (two clues compared); difficulty 2.');
    // Looking back at the last guess, why is asked of what was seen then; the end comes again as it was.
    await page.keyboard.press('Escape');
    await expect.poll(() => guest.shows('.why')).toBe(false);
    const end = (await guest.labels()).join();
    const guess = /^Move 4: open 3,0, 35\.7 % safe: hit a mine; \d,\d was safe\.$/;
    await guest.press(guess);
    await guest.until(async () => (await guest.label(3)).startsWith('3,0 hidden, 64 %'), 'before the guess');
    await expect.poll(() => guest.shows('.why')).toBe(false);
    await why(3, '3,0 is not certain', doubt);
    await guest.press('Back to the end');
    await guest.until(async () => (await guest.labels()).join() === end, 'the end again');
  });

  it('by keyboard only', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', { hidden: 81 });
    // From the top of the page to the board: the first stop leads there.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.cell);
    await guest.until(async () => (await focused()) === '40', 'the board has the focus');
    await expect.poll(() => guest.count('[role=gridcell][tabindex="0"]')).toBe(1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused()).toBe('30');
    await page.keyboard.press('Control+Home');
    await expect.poll(() => focused()).toBe('0');
    await page.keyboard.press('f');
    await guest.until(async () => (await guest.label(0)).includes('flag'), 'a flag');
    await page.keyboard.press('u');
    await guest.until(async () => (await guest.label(0)).includes('hidden'), 'taken back');
    await page.keyboard.press('Control+End');
    await expect.poll(() => focused()).toBe('80');
    await page.keyboard.press('Enter');
    await guest.until(async () => (await guest.hidden()) < 81, 'opened');
    await expect.poll(() => focused()).toBe('80');
    const heard = page.locator('[aria-live=polite]');
    await guest.until(async () => ((await heard.textContent()) ?? '').includes('opened'), 'heard');
    await page.keyboard.press('p');
    await guest.until(async () => (await guest.labels()).some((label) => label.includes('best')), 'probabilities');
    // From the opened corner to 5,5, which one clue proves.
    for (const key of ['Up', 'Up', 'Up', 'Left', 'Left', 'Left']) await page.keyboard.press(`Arrow${key}`);
    await page.keyboard.press('w');
    await guest.until(() => guest.shows('.why'), 'an answer to why');
    await expect.poll(() => guest.text('.why h2')).toBe('5,5 is a mine');
    await expect
      .poll(() => guest.text('.why p'))
      .toBe('It follows from 1 clue (every closed cell beside it is a mine); difficulty 1.');
    await expect
      .poll(() => guest.texts('.why li'))
      .toEqual(['6,4 shows 1 and has just one closed neighbour, so 5,5 is a mine.']);
  });

  it('on a phone: taps open, flag mode flags, nothing is wider than the screen', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=intermediate&seed=3', { ...PHONE, hidden: 256 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await guest.tap(17);
    await guest.until(async () => (await guest.hidden()) < 256, 'a tap opens');
    await page.getByRole('button', { name: 'Flag mode' }).click();
    const still = (await guest.labels()).findIndex((label) => label.includes('hidden'));
    await guest.tap(still);
    await guest.until(async () => (await guest.label(still)).includes('flag'), 'a tap flags');
    await guest.shoot('phone-play');
  });

  it('other boards and rules are dealt', async ({ visit }) => {
    const { guest } = await visit('#play?level=12x10/15&neighbourhood=hex&seed=5', { hidden: 120 });
    await guest.click(54);
    await guest.until(async () => (await guest.hidden()) < 120, 'opened');
    await guest.shoot('play-hex');
    await guest.go('#play?level=9x9/10&clues=silent:0.5,asks=until&promise=safe&seed=5');
    await guest.until(async () => (await guest.hidden()) === 81, 'silent clues');
    await guest.click(40);
    await guest.until(async () => (await guest.hidden()) < 81, 'opened');
  });

  it('the form offers what the engine offers, and what a link asks for beyond it', async ({ visit }) => {
    const { page } = await visit('#play?level=9x9/10&clues=silent:0.55&seed=1', { hidden: 81 });
    const offered = (label: string) =>
      page
        .locator('label', { has: page.getByText(label, { exact: true }) })
        .locator('option')
        .evaluateAll((all) => all.map((one) => ({ value: (one as HTMLOptionElement).value, label: one.textContent })));
    const { levels, neighbourhoods, promises, clues } = engine.choices();
    await expect.poll(() => offered('Level')).toEqual([...levels, { value: 'custom', label: 'Custom…' }]);
    await expect.poll(() => offered('Cells')).toEqual(neighbourhoods);
    await expect.poll(() => offered('First click finds')).toEqual(promises);
    await expect.poll(() => offered('Clues')).toEqual([...clues, { value: 'silent:0.55', label: 'silent:0.55' }]);
  });
});
