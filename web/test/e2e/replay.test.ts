// Replays: dropped, chosen, linked and played here; with a real pointer and real keys.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { codeOf } from '../../src/recorded';
import { engine } from '../engine';
import { type Guest, it } from './house';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/guide/game.rawvf'));
const facts = new engine.ReplayedGame(guide, 0).facts();
const link = `#replay?game=${codeOf(facts)}`;
/** When the guesses of the guide's game were made: after so many actions. */
const review = new engine.ReplayedGame(guide, 0).reviewer().soFar();
const guesses = review.guesses.map(({ number }) => number);

const room = (guest: Guest, name: string) => guest.page.locator('.room').getAttribute(`data-${name}`);
const at = async (guest: Guest) => Number(await room(guest, 'at'));

async function reviewed(guest: Guest): Promise<void> {
  await guest.until(async () => (await room(guest, 'review')) === 'done', 'every guess is weighed');
}

/** The board as the engine has it after so many actions. */
function labelled(actions: number): string[] {
  const { tiles } = new engine.ReplayedGame(guide, 0).position(actions);
  const words: Record<string, string> = { '*': 'hidden', F: 'flag', '0': 'empty' };
  return [...tiles].map((tile, cell) => `${cell % 9},${Math.floor(cell / 9)} ${words[tile] ?? tile}`);
}

/** What cells show, without what is known of them. */
async function shown(guest: Guest): Promise<string[]> {
  return (await guest.labels()).map((label) => label.replace(/, .*(safe|mine|best|dead|spoken).*$/, ''));
}

describe('Replay', () => {
  it('a dropped replay plays back, and every guess is weighed beside it', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=4', { hidden: 81 });
    await guest.drop('a game', guide);
    await guest.until(async () => (await room(guest, 'state')) === 'ready', 'it is read');
    await expect.poll(() => guest.text('.title')).toBe('9x9/10, won in 9.00 s by queue (rawvf)');
    await reviewed(guest);
    expect(await guest.count('.guesses > li')).toBe(5);
    const said = await guest.text('.review .summary');
    expect(said).toContain('5 guesses: 0 sound, 4 mistakes, 1 avoidable.');
    expect(said).toContain('all succeed 68.2 % of the time (pLuck 0.17).');
    const last = (await page.locator('.guesses > li').last().textContent()) ?? '';
    expect(last).toContain('1.50 s: open 0,4, 94.1 % safe, wins');
    expect(last).toContain('2,1 was certainly safe');
    expect(last).toContain('3,0 has all the cells of 5,0 and needs just as many mines');

    // Keys: by guess, by action, to both ends; the board shows what was seen then.
    for (const guess of guesses) {
      await page.keyboard.press('g');
      await expect.poll(() => at(guest)).toBe(guess);
      await expect.poll(() => shown(guest)).toEqual(labelled(guess));
    }
    await page.keyboard.press('b');
    await expect.poll(() => at(guest)).toBe(guesses.at(-2));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => at(guest)).toBe((guesses.at(-2) ?? 0) + 1);
    await page.keyboard.press(',');
    await expect.poll(() => at(guest)).toBe(guesses.at(-2));
    await page.keyboard.press('End');
    await expect.poll(() => at(guest)).toBe(facts.actions.length);
    await expect.poll(() => guest.text('.worth')).toBe('Win probability here: 100 %');
    await page.keyboard.press('Home');
    await expect.poll(() => at(guest)).toBe(0);

    // It plays by itself, stops where it is told, and comes to its end.
    await page.keyboard.press(' ');
    await guest.until(async () => (await at(guest)) > 0, 'it runs');
    await guest.press('Pause');
    const rest = await at(guest);
    await expect.poll(() => guest.text('.run')).toBe('Play');
    expect(rest).toBeLessThan(facts.actions.length);
    await page.getByLabel('Speed').selectOption('16');
    await guest.press('Play');
    await guest.until(async () => (await at(guest)) === facts.actions.length, 'the end');
    await expect.poll(() => guest.text('.run')).toBe('Play');

    // A line of the review leads to its guess; the proof is gone through on the board.
    await guest.pressOn(page.locator('.guesses .step').last());
    await expect.poll(() => at(guest)).toBe(guesses.at(-1));
    await guest.until(async () => (await guest.label(4 * 9)).includes('spoken of'), 'the guess is marked');
    await guest.until(async () => (await guest.label(9 + 2)).includes('best'), 'and what was safe');
    await guest.shoot('replay');
    await guest.press('Show the proof');
    await expect.poll(() => guest.text('.why h2')).toBe('2,1 is safe');
    await guest.examine();
    await guest.shoot('replay-proof');
    await page.keyboard.press('Escape');
    await guest.until(async () => !(await page.locator('.why').isVisible()), 'closed');
  });

  it('a file with the name of a replay is in its room before it is read', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=4', { hidden: 81 });
    const dropped = async (name: string, bytes: Uint8Array) => (await guest.drop(name, bytes, 'body')).said;
    expect(await dropped('best.RAWVF', guide)).toBe('Reading best.RAWVF…');
    await reviewed(guest);
    expect(await guest.message()).toBe('');
    expect(await dropped('letter.avf', new TextEncoder().encode('Dear all'))).toBe('Reading letter.avf…');
    await expect.poll(() => guest.message()).toBe('This is none of the replays that can be read.');
    // What was shown before goes on.
    await page.keyboard.press('g');
    await expect.poll(() => at(guest)).toBe(guesses[0]);
    // One worker shows it; guesses are weighed beside it.
    const workers = page.workers().filter((worker) => worker.url().includes('replay-worker'));
    expect(workers.length).toBe(1 + Math.min(3, await page.evaluate(() => navigator.hardwareConcurrency)));
    await page.goBack();
    await expect.poll(() => guest.status()).toBe('playing');
  });

  it('the evaluation and the slider lead to any moment', async ({ visit }) => {
    const { guest, page } = await visit(link);
    await reviewed(guest);
    const box = await page.locator('.evaluation svg').boundingBox();
    if (!box) throw new Error('no evaluation');
    const marks = page.locator('.evaluation .mark');
    expect(await marks.count()).toBe(5);
    expect(await guest.count('.evaluation .mark.avoidable')).toBe(1);
    // Between two marks, somewhere, and along.
    await page.mouse.move(box.x + box.width * 0.7, box.y + 80);
    await page.mouse.down();
    await guest.until(async () => (await at(guest)) > 20, 'a click leads there');
    await page.mouse.move(box.x + box.width * 0.4, box.y + 80, { steps: 4 });
    await guest.until(async () => (await at(guest)) < 20, 'and a drag along');
    await page.mouse.up();
    // A mark leads to its guess.
    const mark = await marks.nth(2).boundingBox();
    if (!mark) throw new Error('no mark');
    await page.mouse.click(mark.x + mark.width / 2, mark.y + mark.height / 2);
    await expect.poll(() => at(guest)).toBe(guesses[2]);
    await page.getByLabel('Moment', { exact: true }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => at(guest)).toBe(facts.actions.length);
  });

  it('goes on from any moment: the same board, and every move can be taken back', async ({ visit }) => {
    const { guest, page } = await visit(link);
    await reviewed(guest);
    const number = guesses.at(-1) ?? 0;
    await guest.pressOn(page.locator('.guesses .step').last());
    await expect.poll(() => at(guest)).toBe(number);
    await guest.press('Play on from here');
    await expect.poll(() => guest.status()).toBe('playing');
    await expect.poll(() => guest.labels()).toEqual(labelled(number));
    // What was certainly safe is; then the mine that is known now.
    await guest.open(9 + 2);
    const seen = await guest.labels();
    await page.reload();
    await expect.poll(() => guest.labels()).toEqual(seen);
    await guest.press('Undo');
    await expect.poll(() => guest.labels()).toEqual(labelled(number));
    await guest.press('Undo');
    await expect.poll(() => guest.labels()).toEqual(labelled(number - 1));
    await guest.click(facts.mines[0] ?? 0);
    await expect.poll(() => guest.status()).toBe('lost');
    // Back to the replay, where it was left.
    await page.goBack();
    await guest.until(async () => (await room(guest, 'state')) === 'ready', 'the replay');
  });

  it('a moment is sent as a link, or its position where the game is too long', async ({ visit }) => {
    const { guest, page } = await visit('#replay');
    await guest.until(async () => (await room(guest, 'state')) === 'empty', 'the room is there');
    await guest.drop('a game', guide);
    await reviewed(guest);
    for (let step = 1; step <= 7; step++) {
      await guest.press('Step ▸');
      await expect.poll(() => at(guest)).toBe(step);
    }
    await guest.press('Copy link');
    const sent = page.getByLabel('Link to this moment');
    await expect.poll(() => sent.inputValue()).toContain('#replay?game=');
    // On another machine.
    const { guest: other } = await visit(new URL(await sent.inputValue()).hash);
    await expect.poll(() => at(other)).toBe(7);
    await expect.poll(() => shown(other)).toEqual(labelled(7));
    await reviewed(other);
    await other.leave();

    const order = { ...engine.choices().usual, level: '100x100/1500', promise: 'safe' };
    const moves = Array.from({ length: 300 }, (_, cell) => ({
      time: 10 * cell,
      action: { act: 'flag', cell } as const,
    }));
    const open = { time: 4000, action: { act: 'open', cell: 5050 } as const };
    await guest.drop('a game', new TextEncoder().encode(engine.writeReplay(order, [...moves, open], 'Ann')));
    await expect.poll(() => guest.text('.title')).toContain('100x100/1500');
    await page.keyboard.press('End');
    await expect.poll(() => at(guest)).toBe(301);
    await guest.press('Copy link');
    await expect.poll(() => guest.message()).toContain('leads to this position, in Analyse');
    expect(await sent.inputValue()).toContain('#analyse?');
  });

  it('a game played here is replayed and reviewed, and saved for other programs', async ({ visit }) => {
    // Opened row by row, this board is lost at 3,0.
    const { guest, page } = await visit('#play?level=4x4/6&promise=safe&seed=3', { hidden: 16 });
    expect(await page.locator('.keepsake').isVisible()).toBe(false);
    for (const cell of [0, 1, 2, 3]) await guest.open(cell);
    await expect.poll(() => guest.status()).toBe('lost');
    const coming = page.waitForEvent('download');
    await guest.press('Save replay');
    const saved = await coming;
    expect(saved.suggestedFilename()).toMatch(/^4x4-6-\d+\.\d\ds\.rawvf$/);
    const game = new engine.ReplayedGame(readFileSync(await saved.path()), 0).facts();
    expect([game.status, game.actions.map(({ action }) => action)]).toEqual([
      'lost',
      [0, 1, 2, 3].map((cell) => ({ act: 'open', cell })),
    ]);
    const times = game.actions.map(({ time }) => time);
    expect(times[0]).toBe(0);
    expect(times[3]).toBeGreaterThan(times[1] ?? 0);
    await guest.press('Replay and review');
    await reviewed(guest);
    await expect.poll(() => guest.text('.title')).toContain('4x4/6, lost after');
    await expect.poll(() => page.locator('.guesses > li').last().textContent()).toContain('hit a mine');
    // At its end a lost game goes on before the mine.
    await page.keyboard.press('End');
    await expect.poll(() => at(guest)).toBe(4);
    await guest.until(async () => (await guest.label(3)).includes('exploded mine'), 'the end');
    await guest.press('Play on from here');
    await expect.poll(() => guest.status()).toBe('playing');
    expect(await guest.label(3)).toContain('hidden');
  });

  it('what a replay cannot hold is told in words', async ({ visit }) => {
    const { guest } = await visit('#play?level=4x4/6&promise=safe&neighbourhood=hex&seed=3', { hidden: 16 });
    for (let cell = 0; cell < 16 && (await guest.status()) === 'playing'; cell++) {
      if ((await guest.label(cell)).includes('hidden')) await guest.open(cell);
    }
    await guest.press('Replay and review');
    await guest.until(async () => (await guest.message()).includes('hex'), 'why not');
  });

  it('of a collection any game can be chosen', async ({ visit }) => {
    const { guest, page } = await visit('#replay');
    const games = ['evf', 'early-flag-while-pressed'].map((name) =>
      readFileSync(join(root, 'fuzz/corpus/replay', name)),
    );
    const entry = (game: Buffer) => {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(game.length);
      return [Buffer.from('a\0'), size, game];
    };
    const collection = Buffer.concat([Buffer.from([0, 0, 0]), ...games.flatMap(entry)]);
    const chooser = page.waitForEvent('filechooser');
    await guest.press('Choose a file…');
    await (await chooser).setFiles({ name: 'session.evfs', mimeType: 'application/octet-stream', buffer: collection });
    const list = page.getByLabel('Game');
    await expect.poll(() => list.locator('option').allTextContents()).toHaveLength(2);
    await reviewed(guest);
    await expect.poll(() => guest.text('.title')).toContain('by b (evf)');
    await list.selectOption('1');
    await expect.poll(() => guest.text('.title')).toContain('by 4');
  });

  it('broken and strange files are refused with what is wrong; what was shown stays', async ({ visit }) => {
    const { guest, page } = await visit('#replay?game=nonsense');
    await expect.poll(() => guest.message()).toContain('The link holds no game that can be read');
    await guest.drop('a game', guide);
    await reviewed(guest);
    const text = new TextEncoder();
    const broken: [Uint8Array, RegExp][] = [
      [text.encode('RawVF_Version: Rev6\nBoard:\n0*\nEvents:\n0.1 xx 1 1\n'), /^Line 5: .*expected an event such as/],
      [
        text.encode('RawVF_Version: Rev6\nWidth: 9\nBoard:\n0*\nEvents:\n'),
        /^Line 4: this row has 2 cells: expected 9/,
      ],
      [
        readFileSync(join(root, 'fuzz/corpus/replay/rmv')).subarray(0, 40),
        /^Byte 39: the file ends in the middle of its board/,
      ],
    ];
    for (const [bytes, words] of broken) {
      await guest.drop('a game', bytes);
      await guest.until(async () => words.test(await guest.message()), `${words}`);
      expect(await room(guest, 'state')).toBe('ready');
      await expect.poll(() => guest.text('.title')).toContain('by queue');
    }
    // Chosen by hand, also what is no replay at all.
    const chooser = page.waitForEvent('filechooser');
    await guest.press('Choose a file…');
    await (await chooser).setFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') });
    await expect.poll(() => guest.message()).toBe('This is none of the replays that can be read.');
    await page.keyboard.press('g');
    await expect.poll(() => at(guest)).toBe(guesses[0]);
  });

  it('fits a phone', async ({ visit }) => {
    const { guest, page } = await visit(link, { width: 380, height: 740, touch: true });
    await reviewed(guest);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(wide).toBeLessThanOrEqual(380);
    await guest.press('Guess ▸');
    await expect.poll(() => at(guest)).toBe(guesses[0]);
    const box = await page.locator('.evaluation svg').boundingBox();
    if (!box) throw new Error('no evaluation');
    await page.touchscreen.tap(box.x + box.width - 12, box.y + 80);
    await guest.until(async () => (await at(guest)) > 20, 'a tap leads there');
    await expect.poll(wide).toBeLessThanOrEqual(380);
    await guest.examine();
    await guest.shoot('phone-replay');
  });
});

it('replays are given back: twenty links leave no more behind than a few', async ({ visit }) => {
  const { guest } = await visit(`${link}&at=1`);
  const nodes = await guest.counter();
  const go = async (moment: number) => {
    await guest.go(`${link}&at=${moment}`);
    await expect.poll(() => at(guest)).toBe(moment);
    await reviewed(guest);
  };
  for (let moment = 2; moment < 5; moment++) await go(moment);
  const before = await nodes();
  for (let moment = 5; moment < 25; moment++) await go(moment);
  expect(await nodes()).toBeLessThan(before + 500);
});
