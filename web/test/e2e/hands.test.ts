// Hands on the board: a real pointer that crosses what lies between, real buttons, real keys.
import { describe, expect } from 'vitest';
import { type Guest, it, type Visitor } from './house';

/** A board of two rows: mines at the left end, 1s beside, zeros to the right. */
const ROW = '#play?link={"width":6,"height":2,"mines":[0]}';

describe('keys', () => {
  it('act anywhere after a click, on the cell that is pointed at', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', { hidden: 81 });
    await guest.click(80);
    await guest.until(async () => (await guest.hidden()) < 81, 'opened');
    const opened = await guest.hidden();
    // F flags what the pointer is on, without a click and wherever the focus is.
    await guest.point(0);
    await page.keyboard.press('f');
    await expect.poll(() => guest.label(0)).toBe('0,0 flag');
    await guest.press('Probabilities');
    await guest.until(async () => (await guest.labels()).some((label) => label.includes('best')), 'probabilities');
    // The focus is on that button now.
    await page.keyboard.press('p');
    await guest.until(async () => !(await guest.labels()).some((label) => label.includes('best')), 'off again');
    await page.keyboard.press('h');
    await guest.until(async () => (await guest.message()).startsWith('Hint: open'), 'a hint');
    await page.keyboard.press('Escape');
    await expect.poll(() => guest.shows('.counsel')).toBe(false);
    // Twice back: the flag, then the opening.
    await page.keyboard.press('u');
    await expect.poll(() => guest.label(0)).toBe('0,0 hidden');
    expect(await guest.hidden()).toBe(opened);
    await page.keyboard.press('Control+z');
    await guest.until(async () => (await guest.hidden()) === 81, 'Ctrl+Z takes back');
    const before = page.url();
    await page.keyboard.press('n');
    await guest.until(() => page.url() !== before, 'N deals');
  });

  it('arrows go on from the cell that was clicked', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', { hidden: 81 });
    await guest.click(40, 'right');
    await expect.poll(() => guest.label(40)).toContain('flag');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('f');
    await expect.poll(() => guest.label(41)).toContain('flag');
    // The pointer still rests on 40; only when it moves do keys mean its cell again.
    await guest.point(42);
    await page.keyboard.press('f');
    await expect.poll(() => guest.label(42)).toContain('flag');
    // Keys typed into a field are the field's.
    await guest.pressOn(page.locator('summary', { hasText: 'Board and rules' }));
    await guest.pressOn(page.getByLabel('Seed'));
    await page.keyboard.press('u');
    expect(await guest.label(42)).toContain('flag');
  });

  it('a flag is there when the hand has pressed, whatever the engine does', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', { hidden: 81 });
    await page.evaluate(() => {
      const cell = document.querySelector('[role=gridcell][data-cell="40"]');
      const look = () => Object.assign(window, { atOnce: cell?.getAttribute('aria-label') });
      document.addEventListener('pointerdown', look);
    });
    const atOnce = () => page.evaluate(() => (window as unknown as { atOnce: string }).atOnce);
    await guest.click(40, 'right');
    expect(await atOnce()).toContain('flag');
    await expect.poll(() => guest.text('.mines')).toBe('9');
    await guest.click(40, 'right');
    expect(await atOnce()).toContain('hidden');
    await expect.poll(() => guest.text('.mines')).toBe('10');
  });

  it('assistive technology acts on the cell it names', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=beginner&seed=11', { hidden: 81 });
    const cell = (number: number) => page.locator(`[role=gridcell][data-cell="${number}"]`);
    // A screen reader moves the focus itself, and its keys go to that element.
    await cell(3).focus();
    await page.keyboard.press('f');
    await expect.poll(() => guest.label(3)).toContain('flag');
    expect(await guest.label(40)).not.toContain('flag');
    // Its own way to act is a click without a pointer.
    await cell(80).dispatchEvent('click');
    await guest.until(async () => (await guest.hidden()) < 80, 'it opens');
    await cell(0).dispatchEvent('contextmenu');
    await expect.poll(() => guest.label(0)).toContain('flag');
    // Running seconds are not read out every second.
    await expect.poll(() => page.locator('.seconds').getAttribute('role')).toBe('timer');
    expect(await guest.count('output')).toBe(0);
  });
});

describe('chords', () => {
  // 2,0 is a 0, so the right is open at once; 1,0 and 1,1 show 1, and 0,1 is safe.
  const ready = async (visit: Visitor, chord: string) => {
    const { guest, page } = await visit(ROW, { hidden: 12 });
    await guest.pressOn(page.locator('summary', { hasText: 'Settings' }));
    await page.locator('.hands select').selectOption(chord);
    await guest.open(5);
    await guest.click(0, 'right');
    await expect.poll(() => guest.label(0)).toContain('flag');
    return { guest, page };
  };
  const chorded = async (guest: Guest) => !(await guest.label(6)).includes('hidden');

  it('by a left click, and not by a right press', async ({ visit }) => {
    const { guest, page } = await ready(visit, 'left');
    await guest.click(1, 'right');
    await guest.click(1, 'middle');
    await guest.until(() => chorded(guest), 'the middle button chords');
    await page.keyboard.press('u');
    await guest.until(async () => !(await chorded(guest)), 'taken back');
    await guest.click(1, 'right');
    // Whatever the right click did is done before what comes next.
    await guest.click(6, 'right');
    await expect.poll(() => guest.label(6)).toContain('flag');
    await guest.click(6, 'right');
    await expect.poll(() => guest.label(6)).toContain('hidden');
    await guest.click(1);
    await guest.until(() => chorded(guest), 'the left button chords');
  });

  it.for(['left', 'right'] as const)('by both buttons, the %s one let go first', async (first, { visit }) => {
    const { guest, page } = await ready(visit, 'both');
    const second = first === 'left' ? 'right' : 'left';
    await guest.click(1);
    await guest.point(1);
    await page.mouse.down({ button: 'left' });
    await page.mouse.down({ button: 'right' });
    expect(await chorded(guest)).toBe(false);
    await page.mouse.up({ button: first });
    await guest.until(() => chorded(guest), 'both chord');
    await page.mouse.up({ button: second });
    await expect.poll(() => guest.status()).toBe('won');
    await expect.poll(() => guest.text('.results')).toContain('1 chord;');
  });

  it('by a right click on release', async ({ visit }) => {
    const { guest, page } = await ready(visit, 'right');
    await guest.click(1);
    await guest.point(1);
    await page.mouse.down({ button: 'right' });
    expect(await chorded(guest)).toBe(false);
    await page.mouse.up({ button: 'right' });
    await guest.until(() => chorded(guest), 'the right button chords');
  });

  it('not at all', async ({ visit }) => {
    const { guest, page } = await ready(visit, 'off');
    for (const button of ['left', 'right', 'middle'] as const) await guest.click(1, button);
    await guest.point(1);
    await page.mouse.down({ button: 'left' });
    await page.mouse.down({ button: 'right' });
    await page.mouse.up({ button: 'left' });
    await page.mouse.up({ button: 'right' });
    // Everything before it is done when this flag counts: it shows before that.
    await guest.click(6, 'right');
    await expect.poll(() => guest.label(6)).toContain('flag');
    await expect.poll(() => guest.text('.mines')).toMatch(/^[-−]1$/);
    // The setting is kept.
    await page.reload();
    await guest.until(async () => (await guest.label(6)).includes('flag'), 'the game is there again');
    await expect.poll(() => page.locator('.hands select').inputValue()).toBe('off');
  });
});

describe('pictures', () => {
  it('the pointer shows where it is, what it presses and what a chord would open', async ({ visit }) => {
    const { guest, page } = await visit(ROW, { hidden: 12 });
    await guest.point(9);
    const alone = await guest.picture(6);
    await guest.point(6);
    await guest.until(async () => (await guest.picture(6)) !== alone, 'it is under the pointer');
    const hovered = await guest.picture(6);
    await page.mouse.down();
    await guest.until(async () => (await guest.picture(6)) !== hovered, 'it is pressed');
    const pressed = await guest.picture(6);
    // Pressed and moved on: the next cell is pressed instead, and a release opens that one.
    await guest.point(4);
    await guest.until(async () => (await guest.picture(6)) === alone, 'let go');
    await page.mouse.up();
    await guest.until(async () => (await guest.label(4)).includes('empty'), 'opened where it was let go');
    await guest.point(1);
    await page.mouse.down();
    await guest.until(async () => (await guest.picture(6)) === pressed, 'a chord presses what it would open');
    await page.mouse.up();
    await guest.until(async () => (await guest.picture(6)) === alone, 'and lets go');
  });

  it('coordinates stand at the border, and can be switched off', async ({ visit }) => {
    const { guest, page } = await visit('#play?level=expert&seed=3', { hidden: 480 });
    const rulers = page.locator('canvas.ruler');
    await expect.poll(() => rulers.count()).toBe(2);
    const box = await rulers.first().boundingBox();
    const board = await page.locator('.window').boundingBox();
    expect(Math.abs((box?.x ?? 0) - (board?.x ?? 9))).toBeLessThan(2);
    const inked = () =>
      rulers.first().evaluate((canvas: HTMLCanvasElement) => {
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return [...data].some((value) => value > 0);
      });
    await expect.poll(inked).toBe(true);
    await guest.pressOn(page.locator('summary', { hasText: 'Settings' }));
    await guest.press('Coordinates');
    await expect.poll(() => rulers.first().isVisible()).toBe(false);
    await page.reload();
    await guest.until(async () => (await guest.labels()).length === 480, 'the board is there');
    await expect.poll(() => rulers.first().isVisible()).toBe(false);
  });
});
