// The form that says what is to be played; Play and Watch share it.
import type { Choices, Offer, Order } from '../engine/engine.js';
import { div, field, h, select, toggle } from './dom';
import { freshSeed } from './orders';
import { CUSTOM, LONGEST_SIDE, MOST_MINES } from './tunables';

/** The level of a size that no list has. */
const OWN = 'custom';

type Choice = { element: HTMLElement; input: HTMLSelectElement };
type Key = 'neighbourhood' | 'promise' | 'clues';

/** Chooses a value, which need not be on the list: a link may ask for more than a form offers. */
function set({ input }: Choice, value: string): void {
  if (![...input.options].some((option) => option.value === value)) input.append(h('option', { value }, value));
  input.value = value;
}

/** The form; `changed` is called with every new choice. */
export class DealForm {
  readonly element = div('deal');
  private readonly custom: HTMLFormElement;
  private readonly level;
  private readonly seed;
  private readonly sizes;
  private readonly lists: Record<Key, Choice>;
  private readonly logic: Choice;
  private readonly noGuess: HTMLButtonElement;
  private readonly kaboom: HTMLButtonElement;
  private readonly levels: readonly string[];

  /** `modes` says whether the ways a person can play are offered. */
  constructor(
    private order: Order,
    choices: Choices,
    private readonly changed: (order: Order) => void,
    extra: HTMLElement[] = [],
    modes = false,
  ) {
    this.levels = choices.levels.map(({ value }) => value);
    this.level = select('Level', [...choices.levels, { value: OWN, label: 'Custom…' }], OWN, (level) => {
      this.custom.hidden = level !== OWN;
      if (level !== OWN) this.take({ level });
      else this.sizes.width.input.focus();
    });
    const size = (label: string, value: string, most: number) =>
      field(label, { type: 'number', min: 1, max: most, value, inputmode: 'numeric' });
    this.sizes = {
      width: size('Width', CUSTOM.width, LONGEST_SIDE),
      height: size('Height', CUSTOM.height, LONGEST_SIDE),
      mines: size('Mines', CUSTOM.mines, MOST_MINES),
    };
    const deal = (event: Event) => {
      event.preventDefault();
      const { width, height, mines } = this.sizes;
      this.take({ level: `${width.input.value}x${height.input.value}/${mines.input.value}` });
    };
    this.custom = h(
      'form',
      { class: 'custom', hidden: true, onsubmit: deal },
      ...Object.values(this.sizes).map(({ element }) => element),
      h('button', { type: 'submit' }, 'Deal'),
    );
    const one = (label: string, key: Key, list: readonly Offer[]) =>
      select(label, list, order[key], (value) => this.take({ [key]: value }));
    this.lists = {
      neighbourhood: one('Cells', 'neighbourhood', choices.neighbourhoods),
      promise: one('First click finds', 'promise', choices.promises),
      clues: one('Clues', 'clues', choices.clues),
    };
    const logics = [{ value: '', label: 'Any' }, ...choices.logics];
    this.logic = select('Boards', logics, '', (value) => this.take({ no_guess: value || null }));
    const full = choices.logics.at(-1)?.value ?? null;
    this.noGuess = toggle(
      'No guessing',
      false,
      (on) => this.take({ no_guess: on ? full : null, kaboom: false }),
      'Boards that logic alone can finish, from any first click',
    );
    this.kaboom = toggle(
      'Kaboom',
      false,
      (on) => this.take({ kaboom: on, no_guess: null }),
      'A guess that is needed is always safe; one that is not always loses',
    );
    this.seed = field('Seed', { type: 'number', min: 0, inputmode: 'numeric' });
    this.seed.input.addEventListener('change', () => {
      const seed = Number(this.seed.input.value);
      if (Number.isSafeInteger(seed) && seed >= 0) this.take({ seed });
    });
    this.element.append(
      div('row', this.level.element, ...extra, ...(modes ? [this.noGuess, this.kaboom] : [])),
      this.custom,
      h(
        'details',
        { class: 'more' },
        h('summary', {}, 'Board and rules'),
        div(
          'fields',
          this.lists.neighbourhood.element,
          this.lists.promise.element,
          this.logic.element,
          this.lists.clues.element,
          this.seed.element,
        ),
      ),
    );
    this.show(order);
  }

  /** Shows what is ordered now. */
  show(order: Order): void {
    this.order = order;
    const { level } = order;
    const known = this.levels.includes(level);
    this.level.input.value = known ? level : OWN;
    this.custom.hidden = known;
    const [width, height, mines] = /^(\d+)x(\d+)\/(\d+)$/.exec(level)?.slice(1) ?? [];
    if (width && height && mines) {
      this.sizes.width.input.value = width;
      this.sizes.height.input.value = height;
      this.sizes.mines.input.value = mines;
    }
    for (const key of ['neighbourhood', 'promise', 'clues'] as const) set(this.lists[key], order[key]);
    set(this.logic, order.no_guess ?? '');
    this.noGuess.setAttribute('aria-pressed', String(order.no_guess !== null && order.no_guess !== undefined));
    this.kaboom.setAttribute('aria-pressed', String(order.kaboom === true));
    this.seed.input.value = String(order.seed);
  }

  private take(part: Partial<Order>): void {
    // Another kind of board is another deal, unless a seed is asked for.
    const order = { ...this.order, board: null, seed: freshSeed(), deal: 0, ...part };
    this.show(order);
    this.changed(order);
  }
}
