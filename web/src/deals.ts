// The form that says what is to be played; Play and Watch share it.
import type { Order } from '../engine/engine.js';
import { button, field, h, select } from './dom';
import { freshSeed } from './orders';

export const LEVELS = [
  ['beginner', 'Beginner 9×9, 10'],
  ['intermediate', 'Intermediate 16×16, 40'],
  ['expert', 'Expert 30×16, 99'],
  ['30x20/130', 'Evil 30×20, 130'],
  ['custom', 'Custom…'],
] as const;

const NEIGHBOURHOODS = [
  ['square8', 'Square'],
  ['hex', 'Hexagons'],
  ['torus', 'Torus (edges touch)'],
  ['square4', 'Square, four sides'],
  ['knight', "Knight's moves"],
] as const;

const PROMISES = [
  ['opening', 'an opening'],
  ['safe', 'a safe cell'],
  ['none', 'nothing'],
] as const;

const GUESSING = [
  ['', 'As dealt'],
  ['simple', 'No guessing, one clue at a time'],
  ['pairs', 'No guessing, pairs of clues'],
  ['full', 'No guessing, all logic'],
] as const;

const CLUES = [
  ['exact', 'Exact'],
  ['silent:0.8', 'Silent 1 time in 5'],
  ['silent:0.7,asks=until', 'Silent, ask again'],
  ['optimistic:q=0.8', 'Optimistic (at most)'],
  ['cautious:q=0.8', 'Cautious (at least)'],
] as const;

/** The form; `changed` is called with every new choice. */
export class DealForm {
  readonly element = h('div', { class: 'deal' });
  private readonly custom = h('div', { class: 'custom', hidden: true });
  private readonly level;
  private readonly seed;
  private readonly sizes;

  constructor(
    private order: Order,
    private readonly changed: (order: Order) => void,
    extra: HTMLElement[] = [],
  ) {
    const known = LEVELS.some(([key]) => key === order.level);
    this.level = select('Level', LEVELS, known ? order.level : 'custom', (level) => {
      this.custom.hidden = level !== 'custom';
      if (level !== 'custom') this.take({ level });
      else this.sizes.width.input.focus();
    });
    const [width, height, mines] = /^(\d+)x(\d+)\/(\d+)$/.exec(order.level)?.slice(1) ?? ['20', '20', '60'];
    const size = (label: string, value: string, most: number) =>
      field(label, { type: 'number', min: 1, max: most, value, inputmode: 'numeric' });
    this.sizes = {
      width: size('Width', width ?? '20', 400),
      height: size('Height', height ?? '20', 400),
      mines: size('Mines', mines ?? '60', 99_999),
    };
    this.custom.hidden = known;
    this.custom.append(
      this.sizes.width.element,
      this.sizes.height.element,
      this.sizes.mines.element,
      button('Deal', () => {
        const { width: w, height: t, mines: m } = this.sizes;
        this.take({ level: `${w.input.value}x${t.input.value}/${m.input.value}` });
      }),
    );
    const clues: (readonly [string, string])[] = [...CLUES];
    if (!clues.some(([key]) => key === order.clues)) clues.push([order.clues, order.clues]);
    this.seed = field('Seed', { type: 'number', min: 0, value: order.seed, inputmode: 'numeric' });
    this.seed.input.addEventListener('change', () => {
      const seed = Number(this.seed.input.value);
      if (Number.isSafeInteger(seed) && seed >= 0) this.take({ seed });
    });
    this.element.append(
      h('div', { class: 'row' }, this.level.element, ...extra),
      this.custom,
      h(
        'details',
        { class: 'more' },
        h('summary', {}, 'Board and rules'),
        h(
          'div',
          { class: 'fields' },
          select('Cells', NEIGHBOURHOODS, order.neighbourhood, (neighbourhood) => this.take({ neighbourhood })).element,
          select('First click finds', PROMISES, order.promise, (promise) => this.take({ promise })).element,
          select('Deal', GUESSING, order.no_guess ?? '', (level) => this.take({ no_guess: level || null })).element,
          select('Clues', clues, order.clues, (rule) => this.take({ clues: rule })).element,
          this.seed.element,
        ),
      ),
    );
  }

  /** Shows another seed. */
  reseed(order: Order): void {
    this.order = order;
    this.seed.input.value = String(order.seed);
  }

  private take(part: Partial<Order>): void {
    // Another kind of board is another deal, unless a seed is asked for.
    this.order = { ...this.order, board: null, seed: freshSeed(), deal: 0, ...part };
    this.reseed(this.order);
    this.changed(this.order);
  }
}
