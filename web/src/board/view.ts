// The window onto a board: a canvas as large as what shows of it, redrawn where cells
// changed, and a second one for marks and arrows. The browser scrolls, so even 200×200
// cells move as smoothly as text does. It draws what it is given, and knows nothing else.

import { div, h } from '../dom';
import { FORCED_COLOURS } from '../look';
import { Geometry, type Shape } from './geometry';
import { type Arrow, drawInk, type Mark } from './ink';
import { type Handling, type Knowledge, Painter, type Palette, palette, type Skin } from './painter';

/** What there is to be drawn. */
export interface Contents {
  glyph(cell: number): string;
  known(cell: number): Knowledge | undefined;
  /** What hands are doing to it. */
  handling(cell: number): Handling;
  /** Whether cells that are not marked step back. */
  readonly spotlit: boolean;
  readonly marks: readonly Mark[];
  readonly arrows: readonly Arrow[];
}

export class BoardView {
  private readonly paper = h('canvas', { class: 'paper', 'aria-hidden': 'true' });
  private readonly inkPaper = h('canvas', { class: 'paper ink', 'aria-hidden': 'true' });
  private readonly sheet = div('sheet', this.paper, this.inkPaper);
  readonly window = div('window', this.sheet);
  private shape: Shape = { width: 1, height: 1, neighbourhood: 'square8' };
  private painter: Painter | undefined;
  private colours: Palette | undefined;
  private readonly dirty = new Set<number>();
  private stale = { all: true, ink: true };
  private frame = 0;
  private done = false;
  geometry = new Geometry(this.shape, 24, 1);

  /** What is `over` the canvases scrolls with them. */
  constructor(
    private readonly contents: Contents,
    over: readonly HTMLElement[],
  ) {
    this.sheet.append(...over);
    this.window.addEventListener('scroll', () => this.redraw(), { passive: true });
  }

  get ratio(): number {
    return window.devicePixelRatio || 1;
  }

  /** Lays a board out in cells of a size, within so many pixels; as small as the board, as large as there is room. */
  lay(shape: Shape, size: number, room: number): void {
    this.shape = shape;
    this.geometry = new Geometry(shape, size, this.ratio);
    const { boardWidth, boardHeight } = this.geometry;
    this.sheet.style.width = `${boardWidth}px`;
    this.sheet.style.height = `${boardHeight}px`;
    this.window.style.width = `${Math.min(boardWidth, room)}px`;
    const width = Math.min(boardWidth, this.window.clientWidth || boardWidth);
    const height = Math.min(boardHeight, this.window.clientHeight || boardHeight);
    for (const canvas of [this.paper, this.inkPaper]) {
      canvas.width = Math.round(width * this.ratio);
      canvas.height = Math.round(height * this.ratio);
      canvas.style.width = `${canvas.width / this.ratio}px`;
      canvas.style.height = `${canvas.height / this.ratio}px`;
    }
    this.painter = undefined;
    this.redraw();
  }

  /** Colours or skin have changed. */
  restyle(): void {
    this.colours = undefined;
    this.painter = undefined;
    this.redraw();
  }

  /** Draws everything anew. */
  redraw(): void {
    this.stale = { all: true, ink: true };
    this.soon();
  }

  redrawCells(cells: Iterable<number>): void {
    for (const cell of cells) this.dirty.add(cell);
    this.soon();
  }

  redrawInk(): void {
    this.stale.ink = true;
    this.soon();
  }

  /** The cell under the pointer. */
  cellAt(event: { clientX: number; clientY: number }): number | undefined {
    const box = this.sheet.getBoundingClientRect();
    return this.geometry.hit(event.clientX - box.left, event.clientY - box.top);
  }

  /** Nothing is drawn any more. */
  dispose(): void {
    this.done = true;
    cancelAnimationFrame(this.frame);
    for (const canvas of [this.paper, this.inkPaper]) [canvas.width, canvas.height] = [0, 0];
  }

  private soon(): void {
    if (this.done) return;
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    if (this.paper.width === 0) return;
    this.colours ??= palette(this.window);
    this.painter ??= new Painter(this.geometry, this.colours, skin());
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
      const picture = painter.picture(
        this.contents.glyph(cell),
        this.contents.known(cell),
        this.contents.handling(cell),
      );
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
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.clearRect(0, 0, this.inkPaper.width, this.inkPaper.height);
    const [left, top] = [this.window.scrollLeft, this.window.scrollTop];
    brush.translate(-Math.round(left * this.ratio), -Math.round(top * this.ratio));
    const { marks, arrows, spotlit } = this.contents;
    const { width, height } = this.inkPaper;
    const veil = spotlit
      ? { x: Math.round(left * this.ratio), y: Math.round(top * this.ratio), width, height }
      : undefined;
    drawInk(brush, this.geometry, colours, { marks, arrows, veil });
  }
}

/** Where the system has colours of its own, shapes must say everything. */
function skin(): Skin {
  if (matchMedia(FORCED_COLOURS).matches) return 'contrast';
  return document.documentElement.dataset.skin === 'classic' ? 'classic' : 'modern';
}
