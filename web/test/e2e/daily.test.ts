// Daily use: what is kept, what is not lost, and what happens when things go wrong.
import { describe, expect } from 'vitest';
import { type Guest, House, it } from './house';

describe('kept', () => {
  it('a game outlasts reload, links and Back', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', { hidden: 81 });
    await guest.open(80);
    await guest.click(0, 'right');
    await expect.poll(() => guest.label(0)).toContain('flag');
    // It shows before it counts.
    await expect.poll(() => guest.text('.mines')).toBe('9');
    const seen = (await guest.labels()).join();
    await page.reload();
    await guest.until(async () => (await guest.labels()).join() === seen, 'the game after a reload');
    await expect.poll(() => guest.status()).toBe('playing');
    // A link to another board, typed into the address, and back again.
    await guest.go('#play?level=9x9/10&seed=12', 81);
    await guest.open(40);
    await page.goBack();
    await guest.until(async () => (await guest.labels()).join() === seen, 'the game after Back');
    // Undo still works: the moves are kept, not only the picture.
    await page.keyboard.press('u');
    await expect.poll(() => guest.label(0)).toBe('0,0 hidden');
    // The front door leads to the game that was played last.
    await page.goto('about:blank');
    await guest.go('');
    await guest.until(async () => (await guest.label(80)).includes('empty'), 'the latest game');
  });

  it('level and modes are remembered; wins without help become bests', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=1', { hidden: 81 });
    await page.getByLabel('Level').selectOption('custom');
    await page.getByLabel('Height').fill('4');
    await page.getByRole('spinbutton', { name: 'Mines' }).fill('1');
    await page.getByLabel('Width').fill('5');
    // Enter deals, in whichever field.
    await page.getByLabel('Width').press('Enter');
    await guest.until(async () => (await guest.hidden()) === 20, 'a board of one’s own');
    await expect.poll(() => page.url()).toContain('level=5x4/1');
    // One mine: the corner opens nearly all; what is left is decided.
    await guest.open(0);
    while ((await guest.status()) === 'playing') {
      const labels = await guest.labels();
      const safe = await safeCell(guest, labels);
      await guest.open(safe);
    }
    await expect.poll(() => guest.status()).toBe('won');
    await expect.poll(() => guest.text('.mines')).toBe('0');
    await expect.poll(() => guest.text('.results')).toMatch(/efficiency .* new best time/);
    await expect.poll(() => guest.text('.bests')).toContain('Won1 of 1');
    // The end outlasts a reload, and is not counted twice.
    await page.reload();
    await expect.poll(() => guest.status()).toBe('won');
    await expect.poll(() => guest.text('.bests')).toContain('Won1 of 1');
    // A new visit begins with the same kind of board.
    await guest.press('New game');
    await guest.until(async () => (await guest.hidden()) === 20, 'dealt');
    await page.goto('about:blank');
    await guest.go('');
    await guest.until(async () => (await guest.labels()).length === 20, 'the same kind of board');
  });

  /** A cell that the only mine cannot be: one that no 1 touches, or away from where all 1s meet. */
  async function safeCell(guest: Guest, labels: string[]): Promise<number> {
    const ones = labels.flatMap((label, cell) => (/ 1\b/.test(label) ? [cell] : []));
    const touches = (a: number, b: number) =>
      Math.abs((a % 5) - (b % 5)) <= 1 && Math.abs(Math.floor(a / 5) - Math.floor(b / 5)) <= 1;
    const safe = labels.findIndex(
      (label, cell) => label.includes('hidden') && !ones.every((one) => touches(one, cell)),
    );
    if (safe < 0) throw new Error(`nothing is certain: ${(await guest.labels()).join('; ')}`);
    return safe;
  }

  it('without storage everything works for as long as the page is open', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', {
      hidden: 81,
      first: () =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        }),
    });
    await page.getByLabel('Skin').selectOption('classic');
    await expect.poll(() => page.locator('html').getAttribute('data-skin')).toBe('classic');
    await guest.open(80);
    await guest.go('#play?level=9x9/10&seed=12', 81);
    await page.goBack();
    await guest.until(async () => (await guest.hidden()) < 81, 'the game is there again');
  });

  it('the clock runs on in other rooms, and help is noted', async ({ visit }) => {
    const { guest, page } = await visit('#play?link={"width":6,"height":1,"mines":[1]}', { hidden: 6 });
    await guest.press('Probabilities');
    await guest.open(5);
    const clock = async () => Number(await page.locator('.seconds').textContent());
    await guest.press('Analyse', 'link');
    await guest.until(async () => (await guest.count('.room.analyse')) === 1, 'another room');
    await page.waitForFunction((from) => performance.now() > from + 2100, await page.evaluate(() => performance.now()));
    await guest.press('Play', 'link');
    await guest.until(async () => (await clock()) >= 2, 'two seconds have passed');
    await guest.press('Hint');
    await guest.until(async () => (await guest.message()).startsWith('Hint'), 'a hint');
    await guest.open(0);
    await expect.poll(() => guest.status()).toBe('won');
    await expect.poll(() => guest.message()).toContain('1 hint, probabilities');
  });
});

describe('without a connection', () => {
  it('the page opens again and its engine starts anew, whatever the server said about keeping', async () => {
    const strict = await House.open();
    strict.forbidKeeping();
    const guest = await strict.visit('#play?level=beginner&seed=4', { hidden: 81 });
    const { page } = guest;
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await guest.cutOff();
    await page.reload();
    await guest.until(async () => (await guest.hidden()) === 81, 'the page is there again');
    await guest.open(40);
    // Every room has a worker of its own to start.
    await guest.press('Probabilities');
    await guest.until(async () => (await guest.labels()).some((label) => label.includes('best')), 'probabilities');
    await guest.press('Watch', 'link');
    await guest.press('Step');
    await guest.until(async () => (await guest.count('.log li')) === 1, 'a step');
    await guest.visitor.close();
    await strict.close();
  });

  it('it can be installed', async ({ visit }) => {
    const { page } = await visit('#play');
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
      return (await fetch(link?.href ?? '')).json();
    });
    expect(manifest).toMatchObject({ short_name: 'Surefoot', display: 'standalone', start_url: './#play' });
    for (const icon of manifest.icons) {
      const answer = await page.evaluate(async (src) => (await fetch(src)).status, icon.src);
      expect(answer, icon.src).toBe(200);
    }
    // What a browser itself has against installing it.
    const devtools = await page.context().newCDPSession(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    const against = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
    expect(against).toEqual([]);
  });
});

describe('when something is wrong', () => {
  it('a bad link says what is wrong with it', async ({ visit }) => {
    const { guest } = await visit('#play?level=nonsense&seed=1');
    await guest.until(async () => (await guest.message()).includes('nonsense'), 'words');
    await expect.poll(() => guest.count('.face svg')).toBe(1);
    await expect.poll(() => guest.status()).toBe('failed');
    await guest.go('#analyse?view=2x2/nonsense');
    await guest.until(async () => (await guest.message()).length > 10, 'words');
    await guest.until(async () => (await guest.labels()).length > 4, 'and the example to look at');
  });

  it('a slow connection says that it is waiting, and a broken one can be tried again', async ({ house, visit }) => {
    const { page } = await house.visit('', { hidden: 81 });
    const { guest: fresh } = await visit('#play', {
      first: () => {
        const real = WebAssembly.compileStreaming;
        let tries = 0;
        WebAssembly.compileStreaming = (source) => {
          tries += 1;
          const gate = new Promise<void>((resolve) => Object.assign(window, { letGo: resolve }));
          if (tries > 1) return real.call(WebAssembly, source);
          return gate.then(() => Promise.reject(new Error('cut off')));
        };
      },
    });
    await expect.poll(() => fresh.message()).toBe('Loading the engine…');
    await fresh.page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
    const words = 'The engine could not be loaded. Check the connection and reload.';
    await expect.poll(() => fresh.page.getByRole('alert').textContent()).toBe(words);
    await fresh.press('Try again');
    await fresh.until(async () => (await fresh.labels()).length === 81, 'it is there');
    await fresh.leave();
    await page.context().close();
  });

  it('a file dropped beside the room is read, not opened by the browser', async ({ visit }) => {
    const { guest } = await visit('#play?level=beginner&seed=4', { hidden: 81 });
    const position = new TextEncoder().encode('3x2/?\n1 * 2\n* * *\n');
    expect((await guest.drop('position.txt', position)).taken).toBe(true);
    await guest.until(async () => (await guest.labels()).length === 6, 'it is analysed');
  });
});

it('rooms are given back: forty links leave no more behind than one', async ({ visit }) => {
  const { guest, page } = await visit('#play?level=beginner&seed=1', { hidden: 81 });
  const nodes = await guest.counter();
  const go = async (seed: number) => {
    await guest.go(`#play?level=beginner&seed=${seed}`);
    await expect.poll(() => page.locator('.fields input').last().inputValue()).toBe(String(seed));
    await expect.poll(() => guest.status()).toBe('playing');
  };
  for (let seed = 2; seed < 6; seed++) await go(seed);
  const before = await nodes();
  for (let seed = 6; seed < 46; seed++) await go(seed);
  const after = await nodes();
  // One room is some thousand nodes.
  expect(after).toBeLessThan(before + 500);
});
