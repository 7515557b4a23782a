// The board for keyboards and screen readers: a grid of real elements over the canvas,
// with one tab stop that the arrow keys move.
//
// All cells are there while they are few. Of a large board only those around the
// focus are, with their true row and column numbers: forty thousand elements would
// make every change slow, and nobody reads them at once. They are made anew only where the focus
// comes near the last of them, so that most clicks make none.
import { h } from '../dom';
import { MOST_ELEMENTS, REACH } from '../tunables';
import type { Geometry, Shape } from './geometry';

export class GridLayer {
  readonly element: HTMLElement;
  private cells = new Map<number, HTMLElement>();
  private focused = 0;
  private shape: Shape = { width: 1, height: 1, neighbourhood: 'square8' };
  private geometry: Geometry | undefined;

  constructor(
    label: string,
    private readonly describe: (cell: number) => string,
  ) {
    this.element = h('div', { class: 'grid', role: 'grid', 'aria-label': label });
  }

  get focus(): number {
    return this.focused;
  }

  /** Whether the focus is in the grid now. */
  get active(): boolean {
    return this.element.contains(document.activeElement);
  }

  lay(geometry: Geometry): void {
    const { shape } = geometry;
    const old = this.shape;
    this.geometry = geometry;
    this.shape = shape;
    const same = old.width === shape.width && old.height === shape.height && this.cells.size > 0;
    if (!same) this.focused = Math.floor(shape.height / 2) * shape.width + Math.floor(shape.width / 2);
    this.element.setAttribute('aria-rowcount', String(shape.height));
    this.element.setAttribute('aria-colcount', String(shape.width));
    if (same) for (const [cell, element] of this.cells) this.place(cell, element);
    else this.fill();
  }

  /** Says anew what these cells show. */
  refresh(cells: Iterable<number> | 'all'): void {
    if (cells === 'all') {
      for (const [cell, element] of this.cells) this.word(cell, element);
      return;
    }
    for (const cell of cells) {
      const element = this.cells.get(cell);
      if (element) this.word(cell, element);
    }
  }

  moveTo(cell: number, takeFocus: boolean): void {
    const had = this.cells.get(this.focused);
    had?.setAttribute('tabindex', '-1');
    this.focused = cell;
    if (!this.reaches(cell)) this.fill();
    const element = this.cells.get(cell);
    element?.setAttribute('tabindex', '0');
    if (takeFocus) element?.focus({ preventScroll: true });
  }

  /** Whether the focus is moved by keys, and so must be seen. */
  byKeys(are: boolean): void {
    this.element.classList.toggle('pointed', !are);
  }

  /** Scrolls to the focused cell. */
  reveal(): void {
    this.cells.get(this.focused)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private get whole(): boolean {
    return this.shape.width * this.shape.height <= MOST_ELEMENTS;
  }

  /** Whether there are elements around a cell, as far as keys and readers go next. */
  private reaches(cell: number): boolean {
    const { width, height } = this.shape;
    const [column, row] = [cell % width, Math.floor(cell / width)];
    const near = Math.floor(REACH / 2);
    const [left, right] = [Math.max(0, column - near), Math.min(width - 1, column + near)];
    const [top, bottom] = [Math.max(0, row - near), Math.min(height - 1, row + near)];
    return this.cells.has(top * width + left) && this.cells.has(bottom * width + right);
  }

  private word(cell: number, element: HTMLElement): void {
    const words = this.describe(cell);
    if (element.getAttribute('aria-label') !== words) element.setAttribute('aria-label', words);
  }

  private place(cell: number, element: HTMLElement): void {
    const geometry = this.geometry;
    if (!geometry) return;
    const { x, y } = geometry.corner(cell);
    const { ratio } = geometry;
    element.style.cssText =
      `left:${x / ratio}px;top:${y / ratio}px;` +
      `width:${geometry.unit / ratio}px;height:${geometry.cellHeight / ratio}px`;
  }

  private fill(): void {
    const { width, height } = this.shape;
    const [column, row] = [this.focused % width, Math.floor(this.focused / width)];
    const [left, right, top, bottom] = this.whole
      ? [0, width, 0, height]
      : [
          Math.max(0, column - REACH),
          Math.min(width, column + REACH + 1),
          Math.max(0, row - REACH),
          Math.min(height, row + REACH + 1),
        ];
    const hadFocus = this.active;
    const kept = this.cells;
    this.cells = new Map();
    const rows: HTMLElement[] = [];
    for (let y = top; y < bottom; y++) {
      const line = h('div', { role: 'row', 'aria-rowindex': y + 1 });
      for (let x = left; x < right; x++) {
        const cell = y * width + x;
        const element = kept.get(cell) ?? document.createElement('div');
        element.className = 'cell';
        element.dataset.cell = String(cell);
        element.setAttribute('role', 'gridcell');
        element.setAttribute('aria-colindex', String(x + 1));
        element.setAttribute('tabindex', cell === this.focused ? '0' : '-1');
        this.place(cell, element);
        this.word(cell, element);
        this.cells.set(cell, element);
        line.append(element);
      }
      rows.push(line);
    }
    this.element.replaceChildren(...rows);
    if (hadFocus) this.cells.get(this.focused)?.focus({ preventScroll: true });
  }
}
