// The board, shared by every room: it draws a position, what is known of it, marks and
// arrows, and says what hands do to it. It holds no state of a game: what it shows is
// what it was last given.
import type { Position } from '../../engine/engine.js';
import { isClosed, NOTHING_REVEALED, type Revelation, tile } from '../position';
import { name, type Shape } from './geometry';
import { type Listener, listenToKeys, listenToPointer } from './gestures';
import type { Arrow, Mark } from './ink';
import { GridLayer } from './layer';
import { type Glyph, type Knowledge, percent } from './painter';
import { BoardView } from './view';
import { Zoom } from './zoom';

/** What an analysis says of each closed cell. */
export interface Overlay {
  probability: readonly (number | null)[];
  dead: ReadonlySet<number>;
  best: number | undefined;
}

const WORDS: Record<Glyph, string> = {
  '*': 'hidden',
  F: 'flag',
  M: 'exploded mine',
  '?': 'open, number withheld',
  '0': 'empty',
};

export class Board {
  readonly element = document.createElement('div');
  readonly zoom: Zoom;
  private readonly layer: GridLayer;
  private readonly view: BoardView;
  shape: Shape = { width: 1, height: 1, neighbourhood: 'square8' };
  private glyphs: Glyph[] = ['*'];
  private overlay: Overlay | undefined;
  marks: readonly Mark[] = [];
  arrows: readonly Arrow[] = [];
  /** Left clicks flag and long presses open, for those who cannot click right. */
  flagMode = false;
  /** Whether dragging paints cells instead of scrolling. */
  paints = false;

  constructor(label: string, listener: Listener) {
    this.element.className = 'board';
    this.layer = new GridLayer(label, (cell) => this.describe(cell));
    this.view = new BoardView(this, this.layer.element);
    this.zoom = new Zoom(this.element, this.view, () => this.layer.lay(this.view.geometry));
    this.element.append(this.view.window, this.zoom.element);
    listenToPointer(this, this.view.window, listener);
    listenToKeys(this, this.layer.element, listener);
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
    this.marks = [];
    this.arrows = [];
    this.zoom.fit(this.shape);
    this.view.window.scrollTo(0, 0);
    this.layer.refresh('all');
  }

  explain(overlay: Overlay | undefined): void {
    if (!overlay && !this.overlay) return;
    this.overlay = overlay;
    this.layer.refresh('all');
    this.view.redraw();
  }

  mark(marks: readonly Mark[], arrows: readonly Arrow[] = []): void {
    this.marks = marks;
    this.arrows = arrows;
    this.view.redrawInk();
  }

  /** Colours or skin have changed. */
  restyle(): void {
    this.view.restyle();
  }

  glyph(cell: number): Glyph {
    return this.glyphs[cell] ?? '*';
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
    return parts.join(', ');
  }

  // ---- where hands are ----

  isClosed(cell: number): boolean {
    return isClosed(this.glyph(cell));
  }

  cellAt(event: { clientX: number; clientY: number }): number | undefined {
    return this.view.cellAt(event);
  }

  get focus(): number {
    return this.layer.focus;
  }

  /** The next key is meant for this cell. */
  attend(cell: number): void {
    this.layer.moveTo(cell, false);
  }

  focusOn(cell: number, takeFocus = true): void {
    this.layer.moveTo(cell, takeFocus);
    this.layer.reveal();
  }
}

function glyph(position: Position, revealed: Revelation, cell: number): Glyph {
  const shown = revealed.get(cell);
  if (shown === undefined) return tile(position, cell);
  return shown === 'found' ? 'F' : shown;
}
