// Size and rules of a position, as fields.
import type { Choices, Position } from '../../../engine/engine.js';
import { button, div, field, h, select } from '../../dom';
import { cleared, resized } from '../../position';
import { LONGEST_SIDE } from '../../tunables';

export class SizeForm {
  readonly element: HTMLElement;
  private readonly width = field('Width', { type: 'number', min: 1, max: LONGEST_SIDE, inputmode: 'numeric' });
  private readonly height = field('Height', { type: 'number', min: 1, max: LONGEST_SIDE, inputmode: 'numeric' });
  private readonly mines = field('Mines', { type: 'number', min: 0, inputmode: 'numeric', placeholder: 'unknown' });
  private readonly neighbourhood;
  private readonly clues;

  constructor(
    private position: Position,
    choices: Choices,
    private readonly changed: (position: Position) => void,
  ) {
    const { neighbourhoods, clue_rules, usual } = choices;
    this.neighbourhood = select('Cells', neighbourhoods, usual.neighbourhood, () => this.take());
    this.clues = select('Clues', clue_rules, usual.clues, (clues) => changed({ ...this.position, clues }));
    const numbers = [this.width, this.height, this.mines];
    for (const { input } of numbers) input.addEventListener('change', () => this.take());
    const fields = [...numbers, this.neighbourhood, this.clues].map(({ element }) => element);
    this.element = h(
      'details',
      { class: 'more' },
      h('summary', {}, 'Size and rules'),
      div('fields', ...fields),
      button('Clear the board', () => changed(cleared(this.position))),
    );
  }

  show(position: Position): void {
    this.position = position;
    this.width.input.value = String(position.width);
    this.height.input.value = String(position.height);
    this.mines.input.value = position.mines === null ? '' : String(position.mines);
    this.neighbourhood.input.value = position.neighbourhood;
    this.clues.input.value = position.clues;
  }

  private take(): void {
    const { position } = this;
    const side = (input: HTMLInputElement, usual: number) =>
      Math.min(LONGEST_SIDE, Math.max(1, Math.floor(Number(input.value)) || usual));
    const told = this.mines.input.value;
    const mines = told === '' ? null : Math.max(0, Math.floor(Number(told)));
    const { width, height } = this;
    const next = resized(position, side(width.input, position.width), side(height.input, position.height));
    this.changed({ ...next, mines, neighbourhood: this.neighbourhood.input.value });
  }
}
