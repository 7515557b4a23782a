// Coordinates at the border: columns above the window, rows beside it. They follow the window
// as it scrolls, and thin out where cells are small.
import { div, h } from '../dom';
import { setting } from '../settings';
import { RULER, RULER_TEXT } from '../tunables';
import type { BoardView } from './view';

export class Rulers {
  private readonly columns = h('canvas', { class: 'ruler', 'aria-hidden': 'true' });
  private readonly rows = h('canvas', { class: 'ruler', 'aria-hidden': 'true' });
  private readonly frame = div('ruled');

  constructor(private readonly view: BoardView) {
    view.window.addEventListener('scroll', () => this.draw(), { passive: true });
  }

  /** How much of the width and the height they take. */
  get thickness(): number {
    return setting('coordinates') === 'on' ? RULER : 0;
  }

  /** The window with rulers around it. */
  around(window: HTMLElement): HTMLElement {
    this.frame.append(h('i', { class: 'ruler' }), this.columns, this.rows, window);
    return this.frame;
  }

  draw(): void {
    const { window, geometry, ratio } = this.view;
    const { thickness } = this;
    this.frame.classList.toggle('bare', thickness === 0);
    if (thickness === 0) return;
    const text = getComputedStyle(this.frame).color;
    const { width, height } = geometry.shape;
    // As many columns as their numbers have room for.
    const every = (step: number, widest: number) =>
      [1, 2, 5, 10, 20, 50, 100].find((one) => one * step >= widest) ?? 200;
    const step = geometry.size;
    const rowStep = geometry.rowStep / ratio;
    const across = every(step, RULER_TEXT * (width > 100 ? 1.9 : 1.4));
    const down = every(rowStep, RULER_TEXT + 1);
    const begin = (canvas: HTMLCanvasElement, w: number, h: number) => {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
      canvas.style.width = `${w}px`;
      canvas.style.height = `${h}px`;
      const brush = canvas.getContext('2d');
      if (!brush) return undefined;
      brush.scale(ratio, ratio);
      brush.fillStyle = text;
      brush.font = `${RULER_TEXT}px system-ui, sans-serif`;
      brush.textBaseline = 'middle';
      return brush;
    };
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = window;
    const top = begin(this.columns, clientWidth, thickness);
    if (top) {
      top.textAlign = 'center';
      for (let column = 0; column < width; column += across) {
        const x = (column + 0.5) * step - scrollLeft;
        if (x > 0 && x < clientWidth) top.fillText(String(column), x, thickness / 2);
      }
    }
    const side = begin(this.rows, thickness, clientHeight);
    if (side) {
      side.textAlign = 'right';
      for (let row = 0; row < height; row += down) {
        const y = row * rowStep + geometry.cellHeight / ratio / 2 - scrollTop;
        if (y > 0 && y < clientHeight) side.fillText(String(row), thickness - 3, y);
      }
    }
  }
}
