// The form that says what is to be played; Play and Watch share it.
import type { Choices, Offer, Order } from '../engine/engine.js';
import { button, field, h, select } from './dom';
import { freshSeed } from './orders';
import { CUSTOM, LONGEST_SIDE, MOST_MINES } from './tunables';

/** What a form offers: the engine's list, and what a link asks for beyond it. */
function offering(list: readonly Offer[], value: string): readonly Offer[] {
  return list.some((one) => one.value === value) ? list : [...list, { value, label: value }];
}

/** The form; `changed` is called with every new choice. */
export class DealForm {
  readonly element = h('div', { class: 'deal' });
  private readonly custom = h('div', { class: 'custom', hidden: true });
  private readonly level;
  private readonly seed;
  private readonly sizes;

  constructor(
    private order: Order,
    choices: Choices,
    private readonly changed: (order: Order) => void,
    extra: HTMLElement[] = [],
  ) {
    const known = choices.levels.some(({ value }) => value === order.level);
    const levels = [...choices.levels, { value: 'custom', label: 'Custom…' }];
    this.level = select('Level', levels, known ? order.level : 'custom', (level) => {
      this.custom.hidden = level !== 'custom';
      if (level !== 'custom') this.take({ level });
      else this.sizes.width.input.focus();
    });
    const [width, height, mines] = /^(\d+)x(\d+)\/(\d+)$/.exec(order.level)?.slice(1) ?? [];
    const size = (label: string, value: string, most: number) =>
      field(label, { type: 'number', min: 1, max: most, value, inputmode: 'numeric' });
    this.sizes = {
      width: size('Width', width ?? CUSTOM.width, LONGEST_SIDE),
      height: size('Height', height ?? CUSTOM.height, LONGEST_SIDE),
      mines: size('Mines', mines ?? CUSTOM.mines, MOST_MINES),
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
    const one = (label: string, key: 'neighbourhood' | 'promise' | 'clues', list: readonly Offer[]) =>
      select(label, offering(list, order[key]), order[key], (value) => this.take({ [key]: value })).element;
    const logics = [{ value: '', label: 'Any' }, ...choices.logics];
    const logic = order.no_guess ?? '';
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
          one('Cells', 'neighbourhood', choices.neighbourhoods),
          one('First click finds', 'promise', choices.promises),
          select('Boards', offering(logics, logic), logic, (value) => this.take({ no_guess: value || null })).element,
          one('Clues', 'clues', choices.clues),
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
