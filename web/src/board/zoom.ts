// How large cells are: comfortable unless somebody zooms, by button, key, wheel or pinch.
import { button, div } from '../dom';
import { COMFORT, LARGEST_CELL, LARGEST_OVERVIEW_CELL, LARGEST_USUAL_CELL, NOTCH, SMALLEST_CELL } from '../tunables';
import type { Shape, Spot } from './geometry';
import type { BoardView } from './view';

export class Zoom {
  readonly element: HTMLElement;
  private chosen: number | undefined;
  private shape: Shape = { width: 1, height: 1, neighbourhood: 'square8' };

  /** The least a cell may be before the board scrolls; without it, what hands need. */
  least: number | undefined;

  /**
   * `frame` is the element the board may fill, less a `margin` at its border; `laid` is called when
   * cells have moved.
   */
  constructor(
    private readonly frame: HTMLElement,
    private readonly view: BoardView,
    private readonly laid: () => void,
    private readonly margin: () => number,
    private readonly signal: AbortSignal,
  ) {
    const one = (text: string, label: string, act: () => void) =>
      button(text, act, { title: label, 'aria-label': label });
    this.element = div(
      'zoom',
      one('−', 'Zoom out', () => this.out()),
      one('+', 'Zoom in', () => this.in()),
      one('⤢', 'Whole board', () => this.overview()),
      one('⟲', 'Usual size', () => this.fit(this.shape)),
    );
    const observer = new ResizeObserver(() => this.lay());
    observer.observe(frame);
    signal.addEventListener('abort', () => observer.disconnect());
    this.watchRatio();
  }

  /** Lays the board out anew. */
  again(): void {
    this.lay();
  }

  in(): void {
    this.by(NOTCH);
  }

  out(): void {
    this.by(1 / NOTCH);
  }

  /** Zooms by a factor around a point of the window, in CSS pixels. */
  by(factor: number, at?: Spot): void {
    const { window } = this.view;
    const old = this.view.geometry.size;
    const { x, y } = at ?? { x: window.clientWidth / 2, y: window.clientHeight / 2 };
    const [left, top] = [window.scrollLeft + x, window.scrollTop + y];
    this.chosen = Math.min(LARGEST_CELL, Math.max(SMALLEST_CELL, old * factor));
    this.lay();
    const scale = this.view.geometry.size / old;
    window.scrollTo(left * scale - x, top * scale - y);
  }

  /** A board in its usual size. */
  fit(shape: Shape): void {
    this.shape = shape;
    this.chosen = undefined;
    this.lay();
  }

  /** The whole board in the window, however small its cells become. */
  private overview(): void {
    this.chosen = Math.min(LARGEST_OVERVIEW_CELL, this.whole());
    this.lay();
  }

  /** The size at which the whole board fits. */
  private whole(): number {
    const { width, height, neighbourhood } = this.shape;
    const hex = neighbourhood === 'hex';
    const across = this.across / (hex ? width + 0.5 : width);
    const down = hex ? this.room / ((height - 1) * 0.87 + 1.16) : this.room / height;
    return Math.min(across, down);
  }

  /** How wide the board may be. */
  private get across(): number {
    // The classic skin has a frame around the window.
    return this.frame.clientWidth - this.margin() - 12;
  }

  private lay(): void {
    if (this.frame.clientWidth === 0) return;
    this.view.lay(this.shape, this.chosen ?? this.comfortable(), this.across);
    this.laid();
  }

  /** How high the window may be: each room says so in its style sheet. */
  private get room(): number {
    return Number.parseFloat(getComputedStyle(this.view.window).maxHeight) || window.innerHeight;
  }

  /** The size at which the board fits, as far as cells stay large enough. */
  private comfortable(): number {
    const coarse = matchMedia('(pointer: coarse)').matches;
    const least = this.least ?? (coarse ? COMFORT.coarse : COMFORT.fine);
    return Math.min(Math.max(Math.floor(this.whole()), least), LARGEST_USUAL_CELL);
  }

  private watchRatio(): void {
    const query = matchMedia(`(resolution: ${this.view.ratio}dppx)`);
    const changed = () => {
      this.lay();
      this.watchRatio();
    };
    query.addEventListener('change', changed, { once: true, signal: this.signal });
  }
}
