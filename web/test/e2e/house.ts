// The built page on a port of its own, and a browser in a folder of its own.
//
// The server sends the content policy that `surefoot serve` sends, so that a page which
// needs more than that fails here first.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect, test } from 'vitest';

const DIST = join(import.meta.dirname, '../../dist');
const PATIENCE = 60_000;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
};

const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
  "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `strict` servers forbid everybody to keep anything. */
function serve(strict: { is: boolean }): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
    const file = join(DIST, path === '/' ? 'index.html' : path);
    try {
      if (!file.startsWith(DIST)) throw new Error('outside');
      const body = readFileSync(file);
      response.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
        'cache-control': strict.is ? 'no-store' : caching(path),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function caching(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

export interface Visit {
  width?: number;
  height?: number;
  touch?: boolean;
  dark?: boolean;
  skin?: 'modern' | 'classic';
  /** The system has colours of its own. */
  forced?: boolean;
  /** What runs before the page does. */
  first?: () => void;
  /** So many hidden cells are waited for. */
  hidden?: number;
}

export const PHONE: Visit = { width: 360, height: 740, touch: true };

/** A browser and the page's address; each visit has a profile of its own. */
export class House {
  private constructor(
    readonly address: string,
    private readonly server: Server,
    private readonly browser: Browser,
    private readonly strict: { is: boolean },
  ) {}

  /** From here on nobody may keep what the server sends. */
  forbidKeeping(): void {
    this.strict.is = true;
  }

  static async open(): Promise<House> {
    const executablePath = process.env.CHROMIUM;
    if (!executablePath) throw new Error('CHROMIUM must name the browser: run scripts/page-test');
    const strict = { is: false };
    const server = await serve(strict);
    const at = server.address();
    if (at === null || typeof at === 'string') throw new Error('no port');
    const browser = await chromium.launch({
      executablePath,
      headless: true,
      timeout: 120_000,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    return new House(`http://127.0.0.1:${at.port}/`, server, browser, strict);
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Opens the page at a place; everything that goes wrong in it is kept. */
  async visit(place: string, how: Visit = {}, before: (page: Page) => unknown = () => undefined): Promise<Guest> {
    const context = await this.browser.newContext({
      viewport: { width: how.width ?? 1280, height: how.height ?? 900 },
      hasTouch: how.touch ?? false,
      isMobile: how.touch ?? false,
      deviceScaleFactor: how.touch ? 2 : 1,
      colorScheme: how.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      forcedColors: how.forced ? 'active' : 'none',
    });
    context.setDefaultTimeout(PATIENCE);
    context.setDefaultNavigationTimeout(PATIENCE);
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    const { skin } = how;
    if (skin) await page.addInitScript((chosen) => localStorage.setItem('surefoot-skin', chosen), skin);
    if (how.first) await page.addInitScript(how.first);
    before(page);
    const guest = new Guest(context, page, this.address, wrong);
    await guest.go(place, how.hidden);
    return guest;
  }
}

export type Visitor = (...how: Parameters<House['visit']>) => Promise<{ guest: Guest; page: Page }>;

/** A test with a house to visit, which stays open for all tests of its file; at the end of a test its guests leave. */
export const it = test.extend<{ house: House; visit: Visitor }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: what a fixture needs is read off its pattern
    async ({}, use) => {
      const house = await House.open();
      await use(house);
      await house.close();
    },
    { scope: 'file' },
  ],
  visit: async ({ house }, use) => {
    const guests: Guest[] = [];
    await use(async (...how) => {
      const guest = await house.visit(...how);
      guests.push(guest);
      return { guest, page: guest.page };
    });
    for (const guest of guests) await guest.leave();
  },
});

export class Guest {
  constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly address: string,
    private readonly wrong: string[],
  ) {}

  /** Goes to a place of the same house, and waits until there are so many hidden cells. */
  async go(place: string, hidden?: number): Promise<void> {
    await this.page.goto(this.address + place);
    if (hidden !== undefined) await this.until(async () => (await this.hidden()) === hidden, `${hidden} hidden cells`);
  }

  /** Leaves; nothing may have gone wrong. */
  async leave(): Promise<void> {
    await this.context.close();
    expect(this.wrong).toEqual([]);
  }

  /** The same visitor in another tab, or again. */
  get visitor(): BrowserContext {
    return this.context;
  }

  /** No connection from here on. */
  async cutOff(): Promise<void> {
    await this.context.setOffline(true);
  }

  /** A picture for people, where SHOTS names a folder. */
  async shoot(name: string): Promise<void> {
    const shots = process.env.SHOTS;
    if (shots) await this.page.screenshot({ path: `${shots}/${name}.png` });
  }

  /** What a cell is called; the board shows it by then. */
  async label(cell: number, board = 0): Promise<string> {
    return (await this.cell(cell, board).getAttribute('aria-label')) ?? '';
  }

  async labels(board = 0): Promise<string[]> {
    const cells = this.page.locator('[role=grid]').nth(board).locator('[role=gridcell]');
    return cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));
  }

  /** How many cells are hidden. */
  async hidden(): Promise<number> {
    return (await this.labels()).filter((label) => label.includes('hidden')).length;
  }

  /** The middle of something on the screen, once the page has come to rest. */
  private async rest(what: Locator): Promise<{ x: number; y: number }> {
    let last: unknown;
    let spot = { x: 0, y: 0 };
    await this.until(async () => {
      await what.scrollIntoViewIfNeeded();
      const box = await what.boundingBox();
      const rests = box !== null && JSON.stringify(box) === last;
      last = JSON.stringify(box);
      if (box) spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      return rests;
    }, `${what} rests on the screen`);
    return spot;
  }

  private cell(cell: number, board = 0): Locator {
    return this.page.locator('[role=grid]').nth(board).locator(`[data-cell="${cell}"]`);
  }

  /** Moves the pointer to a cell, over all that lies between. */
  async point(cell: number, board = 0): Promise<void> {
    await this.pointAt(this.cell(cell, board));
  }

  private async pointAt(what: Locator): Promise<void> {
    const { x, y } = await this.rest(what);
    await this.page.mouse.move(x, y, { steps: 6 });
  }

  async click(cell: number, button: 'left' | 'right' | 'middle' = 'left'): Promise<void> {
    await this.pressOn(this.cell(cell), button);
  }

  /** Presses a button, a link or a summary with the pointer, which goes there first. */
  async press(name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
    const exact = typeof name === 'string' ? { exact: true } : {};
    await this.pressOn(this.page.getByRole(role, { name, ...exact }).first());
  }

  async pressOn(what: Locator, button: 'left' | 'right' | 'middle' = 'left'): Promise<void> {
    await this.pointAt(what);
    await this.page.mouse.down({ button });
    await this.page.mouse.up({ button });
  }

  /**
   * Drops a file somewhere, at first on the bar, which belongs to no room: whether the page took it, and what
   * the room of replays says before anything can have been read.
   */
  drop(name: string, bytes: Uint8Array, on = 'header'): Promise<{ taken: boolean; said: string | undefined }> {
    return this.page.evaluate(
      ({ name, bytes, on }) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([Uint8Array.from(bytes)], name));
        const event = new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true });
        document.querySelector(on)?.dispatchEvent(event);
        const said = document.querySelector('.room.replay .message')?.textContent;
        return { taken: event.defaultPrevented, said };
      },
      { name, bytes: [...bytes], on },
    );
  }

  /** Counts the nodes that the page holds on to. */
  async counter(): Promise<() => Promise<number>> {
    const devtools = await this.context.newCDPSession(this.page);
    await devtools.send('Performance.enable');
    return async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0;
    };
  }

  /** What a cell looks like, as a picture. */
  async picture(cell: number): Promise<string> {
    const box = await this.cell(cell).boundingBox();
    if (!box) return '';
    return (await this.page.screenshot({ clip: box })).toString('base64');
  }

  async status(): Promise<string | null> {
    return this.page.locator('.room').getAttribute('data-status');
  }

  /** Waits for the answer of an analysis: that there is one, or that clues clash. */
  async analysed(state = 'analysis'): Promise<void> {
    const room = this.page.locator('.room');
    await this.until(async () => (await room.getAttribute('data-state')) === state, `the analysis says ${state}`);
  }

  /** What stands there, by its selector. */
  async text(where: string): Promise<string> {
    return (await this.page.locator(where).textContent()) ?? '';
  }

  /** What stands in each of these. */
  texts(where: string): Promise<string[]> {
    return this.page.locator(where).allTextContents();
  }

  /** How many of these there are. */
  count(what: string): Promise<number> {
    return this.page.locator(what).count();
  }

  /** Whether it is to be seen. */
  shows(what: string): Promise<boolean> {
    return this.page.locator(what).isVisible();
  }

  async message(): Promise<string> {
    return (await this.page.locator('.message').first().textContent()) ?? '';
  }

  /** Opens a cell with the pointer, and waits until it is open. */
  async open(cell: number): Promise<void> {
    await this.click(cell);
    await this.until(async () => !(await this.label(cell)).includes('hidden'), `${cell} is open`);
  }

  /** Opens the first cell that is labelled so, again and again, until the game is over. */
  async finish(wanted: RegExp): Promise<void> {
    while ((await this.status()) === 'playing') {
      let next = -1;
      await this.until(async () => {
        next = (await this.labels()).findIndex((label) => wanted.test(label));
        return next >= 0 || (await this.status()) !== 'playing';
      }, `a cell is ${wanted}`);
      if (next < 0) break;
      await this.open(next);
    }
  }

  async tap(cell: number): Promise<void> {
    const { x, y } = await this.rest(this.cell(cell));
    await this.page.touchscreen.tap(x, y);
  }

  /** Waits until something about the page holds. */
  async until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
    await expect.poll(holds, { timeout: PATIENCE, interval: 50, message: what }).toBe(true);
  }

  /** Nothing that an accessibility checker finds, however small; `state` says what was looked at. */
  async examine(state = 'the page'): Promise<void> {
    // By value, not as a script element: the page's policy forbids those.
    const run = `${axe.source}; axe.run(document, { resultTypes: ['violations'] })`;
    const result = (await this.page.evaluate(run)) as axe.AxeResults;
    const found = result.violations.map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
    );
    expect(found, state).toEqual([]);
  }
}
