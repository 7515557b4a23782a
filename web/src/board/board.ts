// The board, shared by every room: it draws a position, what is known of it, marks and
// arrows, and says what hands do to it. It holds no state of a game: what it shows is
// what it was last given, and what hands are doing just now.
import type { Position } from '../../engine/engine.js';
import { div } from '../dom';
import { isClosed, NOTHING_REVEALED, type Revelation, tile } from '../position';
import { type Chording, onSetting, setting } from '../settings';
import { beside, name, type Shape } from './geometry';
import { type Listener, listenToPointer, meaning } from './gestures';
import { HandMark } from './hand';
import type { Arrow, Mark } from './ink';
import { cellOf, pressKey } from './keys';
import { GridLayer } from './layer';
import { type Glyph, type Handling, type Knowledge, percent } from './painter';
import { Rulers } from './rulers';
import { BoardView } from './view';
import { Zoom } from './zoom';

/** What an analysis says of each closed cell. */
export interface Overlay {
  probability: readonly (number | null)[];
  dead: ReadonlySet<number>;
  best: number | undefined;
}

/** Who marks cells; each takes back its own marks only. */
export type Marker = 'analysis' | 'chosen' | 'talk';

interface Ink {
  marks: readonly Mark[];
  arrows: readonly Arrow[];
  /** Whether cells that are not marked step back. */
  alone: boolean;
}

const WORDS: Record<Glyph, string> = {
  '*': 'hidden',
  F: 'flag',
  M: 'exploded mine',
  '?': 'open, number withheld',
  '0': 'empty',
};

const MARKS: Record<Mark['kind'], string> = {
  clue: 'clue',
  target: 'spoken of',
  clash: 'contradiction',
  safe: 'proved safe',
  mine: 'proved mine',
  look: 'chosen',
  given: 'taken for granted',
};

export class Board {
  readonly element = div('board');
  readonly zoom: Zoom;
  /** The mouse of whoever played what is shown. */
  readonly hand = new HandMark();
  private readonly layer: GridLayer;
  private readonly view: BoardView;
  private readonly rulers: Rulers;
  private readonly over = new AbortController();
  shape: Shape = { width: 1, height: 1, neighbourhood: 'square8' };
  private glyphs: Glyph[] = ['*'];
  private overlay: Overlay | undefined;
  private readonly ink = new Map<Marker, Ink>();
  private pressed: ReadonlySet<number> = new Set();
  private hovered: number | undefined;
  /** The cell the pointer came to after the focus last moved: keys mean this one. */
  pointed: number | undefined;
  /** Left clicks flag and long presses open, for those who cannot click right. */
  flagMode = false;
  /** Whether dragging paints cells instead of scrolling. */
  paints = false;
  /** How numbers are chorded. */
  chording: Chording = setting('chord');

  constructor(
    label: string,
    private readonly listener: Listener,
  ) {
    this.layer = new GridLayer(label, (cell) => this.describe(cell));
    this.view = new BoardView(this, [this.layer.element, this.hand.element]);
    this.rulers = new Rulers(this.view);
    this.zoom = new Zoom(
      this.element,
      this.view,
      () => {
        this.layer.lay(this.view.geometry);
        this.hand.lay(this.view.geometry, this.shape);
        this.rulers.draw();
      },
      () => this.rulers.thickness,
      this.over.signal,
    );
    this.element.append(this.rulers.around(this.view.window), this.zoom.element);
    listenToPointer(this, this.view.window, listener);
    this.listenToGrid();
    // Who points sees the pointer; the frame around the focus is for those who use keys.
    document.addEventListener('keydown', () => this.layer.byKeys(true), { signal: this.over.signal, capture: true });
    onSetting((name) => {
      if (name === 'coordinates') this.zoom.again();
    }, this.over.signal);
  }

  /** What it asked the browser for is given back; it shows nothing any more. */
  dispose(): void {
    this.over.abort();
    this.view.dispose();
    this.element.remove();
  }

  /** Focus and what assistive technology does to a cell. */
  private listenToGrid(): void {
    const grid = this.layer.element;
    grid.addEventListener('focusin', (event) => {
      const cell = cellOf(event.target);
      if (cell !== this.pointed) this.pointed = undefined;
      if (cell !== undefined && cell !== this.layer.focus) this.layer.moveTo(cell, false);
      this.listener.look?.(this.current);
    });
    // No pointer reaches these elements; what does is a screen reader, or a voice.
    grid.addEventListener('click', (event) => {
      const cell = cellOf(event.target);
      if (cell === undefined) return;
      this.layer.moveTo(cell, false);
      const gesture = this.isClosed(cell) ? meaning(this, cell, false) : 'chord';
      if (gesture) this.listener.act?.(cell, gesture);
    });
    grid.addEventListener('contextmenu', (event) => {
      const cell = cellOf(event.target);
      if (cell === undefined) return;
      event.preventDefault();
      this.listener.act?.(cell, 'flag');
    });
  }

  /** What a key means on the board; false if nothing. */
  key(event: KeyboardEvent): boolean {
    return pressKey(this, event, this.listener);
  }

  // ---- what it shows ----

  /** Shows a position, and over it what an end reveals; only what differs is drawn anew. */
  show(position: Position, revealed: Revelation = NOTHING_REVEALED): void {
    const { width, height, neighbourhood, tiles } = position;
    const old = { shape: this.shape, glyphs: this.glyphs };
    this.glyphs = Array.from(tiles, (_, cell) => glyph(position, revealed, cell));
    const { shape } = old;
    if (shape.width === width && shape.height === height && shape.neighbourhood === neighbourhood) {
      const changed = this.glyphs.flatMap((glyph, cell) => (glyph === old.glyphs[cell] ? [] : [cell]));
      this.layer.refresh(changed);
      this.view.redrawCells(changed);
      return;
    }
    this.shape = { width, height, neighbourhood };
    this.element.dataset.neighbourhood = neighbourhood;
    this.overlay = undefined;
    this.ink.clear();
    this.pressed = new Set();
    this.hovered = undefined;
    this.pointed = undefined;
    this.zoom.fit(this.shape);
    this.view.window.scrollTo(0, 0);
    this.layer.refresh('all');
  }

  /** Shows a cell at once as the next position will have it. */
  showOne(cell: number, glyph: Glyph): void {
    this.glyphs[cell] = glyph;
    this.layer.refresh([cell]);
    this.view.redrawCells([cell]);
  }

  explain(overlay: Overlay | undefined): void {
    if (!overlay && !this.overlay) return;
    this.overlay = overlay;
    this.layer.refresh('all');
    this.view.redraw();
  }

  /** Marks cells; `alone` lets all others step back. */
  mark(by: Marker, marks: readonly Mark[], arrows: readonly Arrow[] = [], alone = false): void {
    const before = this.spotlit;
    if (marks.length + arrows.length === 0) this.ink.delete(by);
    else this.ink.set(by, { marks, arrows, alone });
    this.layer.refresh('all');
    if (before || this.spotlit) this.view.redraw();
    else this.view.redrawInk();
  }

  get marks(): readonly Mark[] {
    return [...this.ink.values()].flatMap(({ marks }) => marks);
  }

  get arrows(): readonly Arrow[] {
    return [...this.ink.values()].flatMap(({ arrows }) => arrows);
  }

  /** Whether cells that are not marked step back. */
  get spotlit(): boolean {
    return [...this.ink.values()].some(({ alone }) => alone);
  }

  /** Colours or skin have changed. */
  restyle(): void {
    this.view.restyle();
    this.rulers.draw();
  }

  glyph(cell: number): Glyph {
    return this.glyphs[cell] ?? '*';
  }

  handling(cell: number): Handling {
    if (this.pressed.has(cell)) return 'pressed';
    return cell === this.hovered ? 'hovered' : 'alone';
  }

  /** What is known of a closed cell. */
  known(cell: number): Knowledge | undefined {
    const probability = this.overlay?.probability[cell];
    if (!this.overlay || probability === null || probability === undefined) return undefined;
    if (!this.isClosed(cell)) return undefined;
    const { dead, best } = this.overlay;
    return { probability, dead: dead.has(cell), best: best === cell };
  }

  /** A cell in words, short enough to be heard often. */
  describe(cell: number): string {
    const glyph = this.glyph(cell);
    const known = this.known(cell);
    const number = Number.parseInt(glyph, 36);
    const parts = [`${name(this.shape, cell)} ${WORDS[glyph] ?? (glyph.length > 1 ? glyph : number)}`];
    if (known) {
      const { probability } = known;
      parts.push(probability === 0 ? 'safe' : probability === 1 ? 'mine' : `${percent(probability)} % mine`);
      if (known.best) parts.push('best');
      if (known.dead) parts.push('dead');
    }
    for (const mark of this.marks) if (mark.cell === cell) parts.push(MARKS[mark.kind]);
    return parts.join(', ');
  }

  // ---- where hands are ----

  isClosed(cell: number): boolean {
    return isClosed(this.glyph(cell));
  }

  /** The cells that touch a cell. */
  beside(cell: number): number[] {
    return beside(this.shape, cell);
  }

  cellAt(event: { clientX: number; clientY: number }): number | undefined {
    return this.view.cellAt(event);
  }

  get focus(): number {
    return this.layer.focus;
  }

  /** The cell that keys mean. */
  get current(): number {
    return this.pointed ?? this.layer.focus;
  }

  /** The pointer is on this cell, or on none. */
  hover(cell: number | undefined): void {
    if (cell === this.hovered) return;
    const changed = [this.hovered, cell].filter((one) => one !== undefined);
    this.hovered = cell;
    this.pointed = cell;
    this.view.redrawCells(changed);
    this.listener.look?.(cell);
  }

  /** These cells look as if they were pushed in: a release would open them. */
  press(cells: readonly number[]): void {
    const hidden = cells.filter((cell) => this.glyph(cell) === '*');
    if (hidden.length === 0 && this.pressed.size === 0) return;
    if (hidden.length === this.pressed.size && hidden.every((cell) => this.pressed.has(cell))) return;
    const changed = [...this.pressed, ...hidden];
    this.pressed = new Set(hidden);
    this.view.redrawCells(changed);
  }

  /** The next key is meant for this cell. */
  attend(cell: number, takeFocus: boolean): void {
    if (takeFocus) this.layer.byKeys(false);
    this.layer.moveTo(cell, takeFocus);
  }

  focusOn(cell: number, takeFocus = true): void {
    this.pointed = undefined;
    this.layer.moveTo(cell, takeFocus);
    this.layer.reveal();
  }
}

function glyph(position: Position, revealed: Revelation, cell: number): Glyph {
  const shown = revealed.get(cell);
  if (shown === undefined) return tile(position, cell);
  return shown === 'found' ? 'F' : shown;
}
