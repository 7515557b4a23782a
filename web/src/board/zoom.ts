// How large cells are: comfortable unless somebody zooms, by button, key, wheel or pinch.
import { button, h } from '../dom';
import { COMFORT, LARGEST_CELL, LARGEST_OVERVIEW_CELL, LARGEST_USUAL_CELL, NOTCH, SMALLEST_CELL } from '../tunables';
import type { Shape, Spot } from './geometry';
import type { BoardView } from './view';

export class Zoom {
  readonly element: HTMLElement;
  private chosen: number | undefined;
  private shape: Shape = { width: 1, height: 1, neighbourhood: 'square8' };

  /** `frame` is the element the board may fill; `laid` is called when cells have moved. */
  constructor(
    private readonly frame: HTMLElement,
    private readonly view: BoardView,
    private readonly laid: () => void,
  ) {
    const one = (text: string, label: string, act: () => void) =>
      button(text, act, { title: label, 'aria-label': label });
    this.element = h(
      'div',
      { class: 'zoom' },
      one('−', 'Zoom out', () => this.out()),
      one('+', 'Zoom in', () => this.in()),
      one('⤢', 'Whole board', () => this.overview()),
      one('⟲', 'Usual size', () => this.fit(this.shape)),
    );
    new ResizeObserver(() => this.lay()).observe(frame);
    this.watchRatio();
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
    const { width, height } = this.shape;
    const fit = Math.min(this.frame.clientWidth / width, this.room / height);
    this.chosen = Math.min(LARGEST_OVERVIEW_CELL, Math.max(SMALLEST_CELL, fit));
    this.lay();
  }

  private lay(): void {
    if (this.frame.clientWidth === 0) return;
    this.view.lay(this.shape, this.chosen ?? this.comfortable(), this.frame.clientWidth);
    this.laid();
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
    const fit = Math.min((this.frame.clientWidth - 2) / columns, this.room / height);
    return Math.min(Math.max(Math.floor(fit), least), LARGEST_USUAL_CELL);
  }

  private watchRatio(): void {
    const query = matchMedia(`(resolution: ${this.view.ratio}dppx)`);
    const changed = () => {
      this.lay();
      this.watchRatio();
    };
    query.addEventListener('change', changed, { once: true });
  }
}
