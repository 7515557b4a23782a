// The board, shared by every room: a canvas the size of the window onto it, redrawn
// where cells changed; a second one for marks and arrows; the grid of elements for
// focus. The browser scrolls, so even 200×200 cells move as smoothly as text does.
import { Geometry, name, type Shape, step } from './geometry';
import { type Arrow, drawInk, type Mark } from './ink';
import { GridLayer } from './layer';
import { type Knowledge, Painter, type Palette, palette, percent, SHOWN_MINE, WRONG_FLAG } from './painter';

export type Gesture = 'open' | 'flag' | 'chord';

export interface Listener {
  /** A cell was clicked, tapped or keyed. */
  act?(cell: number, gesture: Gesture): void;
  /** The pointer or the focus is on a cell, or on none. */
  look?(cell: number | undefined): void;
  /** A key the board does not know, with the focused cell. */
  key?(event: KeyboardEvent, cell: number): void;
  /** The pointer is dragged over cells, where `paints` says so. */
  drag?(cell: number): void;
}

/** What an analysis says of each closed cell. */
export interface Overlay {
  probability: readonly (number | null)[];
  dead: ReadonlySet<number>;
  best: number | undefined;
}

const SMALLEST = 6;
const LARGEST = 72;
/** Tapping needs larger cells than pointing. */
const COMFORT = { fine: 22, coarse: 30 };
const LONG_PRESS = 420;
/** Pixels a finger may wander and still mean a tap. */
const WANDER = 10;

export class Board {
  readonly element = document.createElement('div');
  private readonly window = document.createElement('div');
  private readonly sheet = document.createElement('div');
  private readonly paper = document.createElement('canvas');
  private readonly inkPaper = document.createElement('canvas');
  private readonly layer: GridLayer;
  private shape: Shape = { width: 1, height: 1, neighbourhood: 'square8' };
  private tiles: string[] = ['*'];
  private overlay: Overlay | undefined;
  private marks: readonly Mark[] = [];
  private arrows: readonly Arrow[] = [];
  private geometry = new Geometry(this.shape, 24, 1);
  private painter: Painter | undefined;
  private colours: Palette | undefined;
  private size: number | undefined;
  private readonly dirty = new Set<number>();
  private stale = { all: true, ink: true };
  private frame = 0;
  private hovered: number | undefined;
  /** Left clicks flag and long presses open, for those who cannot click right. */
  flagMode = false;
  /** Whether dragging paints cells instead of scrolling. */
  paints = false;

  constructor(
    label: string,
    private readonly listener: Listener,
  ) {
    this.element.className = 'board';
    this.window.className = 'window';
    this.sheet.className = 'sheet';
    this.paper.className = 'paper';
    this.inkPaper.className = 'paper ink';
    for (const canvas of [this.paper, this.inkPaper]) canvas.setAttribute('aria-hidden', 'true');
    this.layer = new GridLayer(label, (cell) => this.describe(cell));
    this.sheet.append(this.paper, this.inkPaper, this.layer.element);
    this.window.append(this.sheet);
    this.element.append(this.window, this.zoomButtons());
    this.listenToPointer();
    this.listenToKeys();
    this.window.addEventListener('scroll', () => this.redraw('all'), { passive: true });
    new ResizeObserver(() => this.relay()).observe(this.element);
    this.watchRatio();
  }

  // ---- what it shows ----

  show(shape: Shape, tiles: string): void {
    const { width, height, neighbourhood } = shape;
    const old = this.shape;
    const other = old.width !== width || old.height !== height || old.neighbourhood !== neighbourhood;
    this.shape = { width, height, neighbourhood };
    this.tiles = [...tiles];
    this.element.dataset.neighbourhood = neighbourhood;
    if (other) {
      this.size = undefined;
      this.overlay = undefined;
      this.marks = [];
      this.arrows = [];
      this.relay();
      this.window.scrollTo(0, 0);
    }
    this.layer.refresh('all');
    this.redraw('all');
  }

  change(cells: readonly number[], shows: string): void {
    cells.forEach((cell, at) => {
      this.tiles[cell] = shows[at] ?? '*';
      this.dirty.add(cell);
    });
    this.layer.refresh(cells);
    this.redraw('dirty');
  }

  explain(overlay: Overlay | undefined): void {
    this.overlay = overlay;
    this.layer.refresh('all');
    this.redraw('all');
  }

  mark(marks: readonly Mark[], arrows: readonly Arrow[] = []): void {
    this.marks = marks;
    this.arrows = arrows;
    this.redraw('ink');
  }

  get drawing(): string {
    return this.tiles.join('');
  }

  tile(cell: number): string {
    return this.tiles[cell] ?? '*';
  }

  get focus(): number {
    return this.layer.focus;
  }

  focusOn(cell: number, takeFocus = true): void {
    this.layer.moveTo(cell, takeFocus);
    this.layer.reveal();
  }

  /** Colours or skin have changed. */
  restyle(): void {
    this.colours = undefined;
    this.painter = undefined;
    this.redraw('all');
  }

  private known(cell: number): Knowledge | undefined {
    const probability = this.overlay?.probability[cell];
    if (!this.overlay || probability === null || probability === undefined) return undefined;
    const symbol = this.tiles[cell];
    if (symbol !== '*' && symbol !== 'F') return undefined;
    const { dead, best } = this.overlay;
    return { probability, dead: dead.has(cell), best: best === cell };
  }

  /** A cell in words, short enough to be heard often. */
  describe(cell: number): string {
    const symbol = this.tiles[cell] ?? '*';
    const words: Record<string, string> = {
      '*': 'hidden',
      F: 'flag',
      M: 'exploded mine',
      '?': 'open, silent',
      '0': 'empty',
      [SHOWN_MINE]: 'mine',
      [WRONG_FLAG]: 'wrong flag',
    };
    const shown = words[symbol] ?? String(Number.parseInt(symbol, 36));
    const known = this.known(cell);
    const parts = [`${name(this.shape, cell)} ${shown}`];
    if (known) {
      const { probability } = known;
      parts.push(probability === 0 ? 'safe' : probability === 1 ? 'mine' : `${percent(probability)} %`);
      if (known.best) parts.push('best');
      if (known.dead) parts.push('dead');
    }
    return parts.join(', ');
  }

  // ---- size and scrolling ----

  private get ratio(): number {
    return window.devicePixelRatio || 1;
  }

  /** How high the window may be; the style sheet has the same limit. */
  private get room(): number {
    return Math.max(320, window.innerHeight - 272);
  }

  /** The size at which the board fits, as far as cells stay large enough. */
  private comfortable(): number {
    const { width, height, neighbourhood } = this.shape;
    const coarse = matchMedia('(pointer: coarse)').matches;
    const least = coarse ? COMFORT.coarse : COMFORT.fine;
    const columns = neighbourhood === 'hex' ? width + 0.5 : width;
    const fit = Math.min((this.element.clientWidth - 2) / columns, this.room / height);
    return Math.min(Math.max(Math.floor(fit), least), 46);
  }

  private relay(): void {
    if (this.element.clientWidth === 0) return;
    const size = this.size ?? this.comfortable();
    this.geometry = new Geometry(this.shape, size, this.ratio);
    const { boardWidth, boardHeight } = this.geometry;
    this.sheet.style.width = `${boardWidth}px`;
    this.sheet.style.height = `${boardHeight}px`;
    // As small as the board, as large as there is room.
    this.window.style.width = `${Math.min(boardWidth, this.element.clientWidth)}px`;
    const width = Math.min(boardWidth, this.window.clientWidth || boardWidth);
    const height = Math.min(boardHeight, this.window.clientHeight || boardHeight);
    for (const canvas of [this.paper, this.inkPaper]) {
      canvas.width = Math.round(width * this.ratio);
      canvas.height = Math.round(height * this.ratio);
      canvas.style.width = `${canvas.width / this.ratio}px`;
      canvas.style.height = `${canvas.height / this.ratio}px`;
    }
    this.painter = undefined;
    this.layer.lay(this.geometry);
    this.redraw('all');
  }

  /** Zooms by a factor around a point of the window, in CSS pixels. */
  zoom(factor: number, at?: { x: number; y: number }): void {
    const old = this.geometry.size;
    const wanted = Math.min(LARGEST, Math.max(SMALLEST, old * factor));
    const { x, y } = at ?? { x: this.window.clientWidth / 2, y: this.window.clientHeight / 2 };
    const [left, top] = [this.window.scrollLeft + x, this.window.scrollTop + y];
    this.size = wanted;
    this.relay();
    const scale = this.geometry.size / old;
    this.window.scrollTo(left * scale - x, top * scale - y);
  }

  fit(): void {
    this.size = undefined;
    this.relay();
  }

  /** The whole board in the window, however small its cells become. */
  overview(): void {
    const { width, height } = this.shape;
    const fit = Math.min(this.element.clientWidth / width, this.room / height);
    this.size = Math.min(40, Math.max(SMALLEST, fit));
    this.relay();
  }

  private watchRatio(): void {
    const query = matchMedia(`(resolution: ${this.ratio}dppx)`);
    query.addEventListener(
      'change',
      () => {
        this.relay();
        this.watchRatio();
      },
      { once: true },
    );
  }

  private zoomButtons(): HTMLElement {
    const bar = document.createElement('div');
    bar.className = 'zoom';
    const button = (text: string, label: string, act: () => void) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = text;
      made.title = label;
      made.setAttribute('aria-label', label);
      made.addEventListener('click', act);
      bar.append(made);
    };
    button('−', 'Smaller', () => this.zoom(1 / 1.25));
    button('+', 'Larger', () => this.zoom(1.25));
    button('⤢', 'Whole board', () => this.overview());
    button('⟲', 'Usual size', () => this.fit());
    return bar;
  }

  // ---- drawing ----

  private redraw(what: 'all' | 'dirty' | 'ink'): void {
    if (what === 'all') this.stale = { all: true, ink: true };
    if (what === 'ink') this.stale.ink = true;
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    if (this.paper.width === 0) return;
    this.colours ??= palette(this.element);
    const classic = document.documentElement.dataset.skin === 'classic';
    this.painter ??= new Painter(this.geometry, this.colours, classic);
    if (this.stale.all || this.dirty.size > 0) this.drawCells(this.painter);
    if (this.stale.ink) this.drawInk(this.colours);
    this.dirty.clear();
    this.stale = { all: false, ink: false };
  }

  private drawCells(painter: Painter): void {
    const brush = this.paper.getContext('2d');
    if (!brush) return;
    const { geometry } = this;
    const [left, top] = [this.window.scrollLeft, this.window.scrollTop];
    const span = geometry.span(left, top, this.paper.width / this.ratio, this.paper.height / this.ratio);
    const [ox, oy] = [Math.round(left * this.ratio), Math.round(top * this.ratio)];
    const one = (cell: number) => {
      const { x, y } = geometry.corner(cell);
      const picture = painter.picture(this.tiles[cell] ?? '*', this.known(cell));
      brush.drawImage(picture, x - ox, y - oy);
    };
    const { width } = this.shape;
    if (this.stale.all) {
      brush.clearRect(0, 0, this.paper.width, this.paper.height);
      for (let row = span.top; row < span.bottom; row++) {
        for (let column = span.left; column < span.right; column++) one(row * width + column);
      }
      return;
    }
    for (const cell of this.dirty) {
      const [column, row] = [cell % width, Math.floor(cell / width)];
      const inside = column >= span.left && column < span.right && row >= span.top && row < span.bottom;
      if (inside) one(cell);
    }
  }

  private drawInk(colours: Palette): void {
    const brush = this.inkPaper.getContext('2d');
    if (!brush) return;
    const { geometry } = this;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.clearRect(0, 0, this.inkPaper.width, this.inkPaper.height);
    const [left, top] = [this.window.scrollLeft, this.window.scrollTop];
    brush.translate(-Math.round(left * this.ratio), -Math.round(top * this.ratio));
    drawInk(brush, geometry, colours, this.marks, this.arrows);
  }

  // ---- hands ----

  private cellAt(event: { clientX: number; clientY: number }): number | undefined {
    const box = this.sheet.getBoundingClientRect();
    return this.geometry.hit(event.clientX - box.left, event.clientY - box.top);
  }

  private gesture(cell: number, second: boolean): Gesture {
    const symbol = this.tile(cell);
    const closed = symbol === '*' || symbol === 'F';
    if (!closed) return 'chord';
    return second !== this.flagMode ? 'flag' : 'open';
  }

  private listenToPointer(): void {
    const at = this.window;
    const touches = new Map<number, PointerEvent>();
    let pressed: { cell: number; x: number; y: number; timer: number } | undefined;
    let spread = 0;
    const release = () => {
      if (pressed) clearTimeout(pressed.timer);
      pressed = undefined;
    };
    const act = (cell: number, second: boolean) => {
      this.layer.moveTo(cell, false);
      this.listener.act?.(cell, this.gesture(cell, second));
    };
    at.addEventListener('contextmenu', (event) => event.preventDefault());
    at.addEventListener('pointerdown', (event) => {
      const cell = this.cellAt(event);
      if (event.pointerType === 'mouse') {
        if (cell === undefined) return;
        if (event.button === 1) {
          event.preventDefault();
          this.listener.act?.(cell, 'chord');
        } else if (event.button === 2) act(cell, true);
        else if (event.button === 0) {
          if (this.paints) {
            at.setPointerCapture(event.pointerId);
            this.listener.drag?.(cell);
          }
          pressed = { cell, x: event.clientX, y: event.clientY, timer: 0 };
        }
        return;
      }
      touches.set(event.pointerId, event);
      release();
      if (touches.size === 1 && cell !== undefined) {
        const timer = setTimeout(() => {
          pressed = undefined;
          navigator.vibrate?.(15);
          act(cell, true);
        }, LONG_PRESS) as unknown as number;
        pressed = { cell, x: event.clientX, y: event.clientY, timer };
      }
      spread = this.spreadOf(touches);
    });
    at.addEventListener('pointermove', (event) => {
      const cell = this.cellAt(event);
      if (event.pointerType === 'mouse') {
        this.hover(cell);
        if (this.paints && pressed && event.buttons === 1 && cell !== undefined) this.listener.drag?.(cell);
        return;
      }
      if (!touches.has(event.pointerId)) return;
      touches.set(event.pointerId, event);
      if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > WANDER) release();
      if (touches.size === 2) {
        const now = this.spreadOf(touches);
        const [a, b] = [...touches.values()];
        const box = at.getBoundingClientRect();
        if (a && b && spread > 0 && Math.abs(now / spread - 1) > 0.04) {
          const x = (a.clientX + b.clientX) / 2 - box.left;
          this.zoom(now / spread, { x, y: (a.clientY + b.clientY) / 2 - box.top });
          spread = now;
        }
      }
    });
    const lift = (event: PointerEvent) => {
      touches.delete(event.pointerId);
      const was = pressed;
      release();
      if (!was || event.type === 'pointercancel') return;
      if (this.paints && event.pointerType === 'mouse') return;
      if (this.cellAt(event) === was.cell && event.button === 0) act(was.cell, false);
    };
    at.addEventListener('pointerup', lift);
    at.addEventListener('pointercancel', lift);
    at.addEventListener('pointerleave', () => this.hover(undefined));
    at.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const box = at.getBoundingClientRect();
        const point = { x: event.clientX - box.left, y: event.clientY - box.top };
        this.zoom(Math.exp(-event.deltaY / 300), point);
      },
      { passive: false },
    );
  }

  private spreadOf(touches: Map<number, PointerEvent>): number {
    const [a, b] = [...touches.values()];
    return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  }

  private hover(cell: number | undefined): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.listener.look?.(cell);
  }

  private listenToKeys(): void {
    this.layer.element.addEventListener('focusin', () => this.listener.look?.(this.focus));
    this.layer.element.addEventListener('keydown', (event) => {
      if (this.move(event)) {
        event.preventDefault();
        this.listener.look?.(this.focus);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const cell = this.focus;
      const key = event.key.toLowerCase();
      if (key === 'enter' || key === ' ') this.listener.act?.(cell, this.gesture(cell, false));
      else if (key === 'f') this.listener.act?.(cell, 'flag');
      else if (key === 'c') this.listener.act?.(cell, 'chord');
      else if (key === '+' || key === '=') this.zoom(1.25);
      else if (key === '-') this.zoom(1 / 1.25);
      else {
        this.listener.key?.(event, cell);
        return;
      }
      event.preventDefault();
    });
  }

  private move(event: KeyboardEvent): boolean {
    const { width, height } = this.shape;
    const cell = this.focus;
    const row = Math.floor(cell / width);
    const far = event.ctrlKey || event.metaKey;
    const to: Record<string, () => number> = {
      ArrowLeft: () => step(this.shape, cell, -1, 0),
      ArrowRight: () => step(this.shape, cell, 1, 0),
      ArrowUp: () => step(this.shape, cell, 0, -1),
      ArrowDown: () => step(this.shape, cell, 0, 1),
      Home: () => (far ? 0 : row * width),
      End: () => (far ? width * height - 1 : row * width + width - 1),
      PageUp: () => Math.max(row - 10, 0) * width + (cell % width),
      PageDown: () => Math.min(row + 10, height - 1) * width + (cell % width),
    };
    const next = to[event.key];
    if (!next || event.altKey) return false;
    this.focusOn(next());
    return true;
  }
}
