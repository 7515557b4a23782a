// What is dealt: nothing of one board reaches another; boards without guesses from any first
// click; kaboom; from Play to Analyse and back.
import { describe, expect } from 'vitest';
import { it } from './house';

/** Workers whose answers can be held back: `window.held` is a list of them while that is so. */
function holdAnswers(): void {
  const Native = Worker;
  type Held = { held?: (() => void)[] };
  window.Worker = class extends Native {
    override set onmessage(told: ((this: Worker, event: MessageEvent) => void) | null) {
      super.onmessage = (event) => {
        const go = () => told?.call(this, event);
        const { held } = window as unknown as Held;
        if (held) held.push(go);
        else go();
      };
    }
  };
}

describe('one board at a time', () => {
  it('clicks while a board is dealt reach no board', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=9x9/35&promise=none&seed=2', { first: holdAnswers, hidden: 81 });
    await guest.click(8, 'right');
    await expect.poll(() => guest.label(8)).toContain('flag');
    await page.evaluate(() => Object.assign(window, { held: [] }));
    await guest.press('New game');
    await expect.poll(() => guest.status()).toBe('dealing');
    // On a third of mines, some of these would end any game.
    for (const cell of [0, 10, 20, 30, 40, 50]) await guest.click(cell);
    await guest.click(4, 'right');
    await page.keyboard.press('f');
    await page.keyboard.press('u');
    await page.evaluate(() => {
      const { held } = window as unknown as { held: (() => void)[] };
      Object.assign(window, { held: undefined });
      for (const go of held) go();
    });
    await expect.poll(() => guest.status()).toBe('playing');
    // A flag set now is the first thing that happens on this board.
    await guest.click(80, 'right');
    await expect.poll(() => guest.label(80)).toContain('flag');
    await expect
      .poll(async () => (await guest.labels()).filter((label) => !label.includes('hidden')))
      .toEqual(['8,8 flag']);
  });

  it('a deal that fails leaves nothing to play', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=2', { hidden: 81 });
    await guest.open(40);
    await guest.go('#play?level=4x4/12&seed=5');
    const words = 'No room for an opening with 12 mines; set “First click finds” to “a safe cell”.';
    await expect.poll(() => guest.message()).toBe(words);
    await expect.poll(() => guest.status()).toBe('failed');
    const seen = (await guest.labels()).join();
    const box = await page.locator('.window').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5, { steps: 4 });
    await page.mouse.down();
    await page.mouse.up();
    await page.keyboard.press('h');
    expect((await guest.labels()).join()).toBe(seen);
    // And the form leads out of it.
    await guest.pressOn(page.locator('summary', { hasText: 'Board and rules' }));
    await page.getByLabel('First click finds').selectOption('safe');
    await guest.until(async () => (await guest.hidden()) === 16, 'dealt');
  });
});

describe('without guesses', () => {
  it('any first click will do, and logic finishes the board', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=5', { hidden: 81 });
    await guest.press('No guessing');
    await guest.until(async () => (await guest.hidden()) === 81, 'nothing is open');
    await expect.poll(() => page.url()).toContain('no-guess=full');
    // A flag before the first click stays where it is.
    await guest.click(44, 'right');
    await expect.poll(() => guest.label(44)).toContain('flag');
    await guest.open(0);
    await expect.poll(() => guest.label(44)).toContain('flag');
    await guest.click(44, 'right');
    await guest.press('Probabilities');
    await guest.finish(/hidden, safe/);
    await expect.poll(() => guest.status()).toBe('won');
    await expect.poll(() => guest.text('.review')).toContain('No guesses');
    // The same link, the same click, the same board.
  });

  it('taken back to the start, another first click finds a board of its own', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&no-guess=full&seed=5', { hidden: 81 });
    await guest.open(0);
    await page.keyboard.press('u');
    await guest.until(async () => (await guest.hidden()) === 81, 'taken back');
    await guest.open(80);
    await expect.poll(() => guest.label(80)).toBe('8,8 empty');
  });
});

describe('kaboom', () => {
  // A 1 between two cells, and far cells that are safe.
  const needless = 'mode=kaboom&link={"width":4,"height":1,"mines":[2]}';

  it('a needless guess loses wherever the mine was', async ({ visit }) => {
    const { guest, page } = await visit(`#play?${needless}`, { hidden: 4 });
    await guest.open(1);
    await expect.poll(() => guest.label(1)).toBe('1,0 1');
    // The mine lay at 2,0; 3,0 is certainly safe, so 0,0 is a needless guess.
    await guest.click(0);
    await expect.poll(() => guest.status()).toBe('lost');
    await expect.poll(() => guest.message()).toContain('needless guess');
    await page.keyboard.press('u');
    await expect.poll(() => guest.status()).toBe('playing');
    await guest.open(3);
  });

  it('a needed guess is safe wherever the mine was', async ({ visit }) => {
    for (const cell of [0, 2]) {
      const { guest } = await visit('#play?mode=kaboom&link={"width":3,"height":1,"mines":[2]}', { hidden: 3 });
      await guest.open(1);
      await guest.click(cell);
      await expect.poll(() => guest.status()).toBe('won');
      await guest.leave();
    }
  });

  it('is a switch, and part of the address', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=5', { hidden: 81 });
    await guest.press('Kaboom');
    await expect.poll(() => page.url()).toContain('mode=kaboom');
    await expect.poll(() => guest.message()).toContain('Kaboom');
    await guest.open(40);
    const seen = (await guest.labels()).join();
    await page.reload();
    await guest.until(async () => (await guest.labels()).join() === seen, 'the game after a reload');
  });
});

describe('from room to room', () => {
  it('Analyse this, Play this, and Back', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', { hidden: 81 });
    await guest.open(80);
    const seen = (await guest.labels()).join();
    await guest.press('Analyse this');
    await guest.analysed();
    await expect.poll(() => guest.hidden()).toBe(seen.split('hidden').length - 1);
    await guest.press('Play this');
    await guest.until(async () => (await guest.status()) === 'playing', 'played on');
    await expect.poll(async () => (await guest.labels()).join()).toBe(seen);
    await guest.press('Hint');
    await guest.until(async () => (await guest.message()).startsWith('Hint'), 'and the coach knows it');
    await page.goBack();
    await guest.until(async () => (await guest.count('.room.analyse')) === 1, 'Back to the analysis');
    await page.goBack();
    await guest.until(async () => (await guest.status()) === 'playing', 'Back to the game');
    await expect.poll(async () => (await guest.labels()).join()).toBe(seen);
  });

  it('a whole board that is pasted can be played', async ({ visit }) => {
    const { guest, page } = await visit('#analyse');
    await guest.until(async () => (await guest.labels()).length > 80, 'the example');
    await page.getByLabel('Position as text').fill('{"width":3,"height":2,"mines":[0]}');
    await guest.press('Read');
    await guest.until(async () => (await guest.labels()).length === 6, 'it is read');
    await guest.press('Play this');
    await guest.until(async () => (await guest.status()) === 'playing', 'it is played');
    await guest.open(2);
    await guest.open(3);
    await expect.poll(() => guest.status()).toBe('won');
  });
});
