// What a click puts on a cell: nothing, or a symbol.
import { h, toggle } from '../../dom';

const SYMBOLS = ['*', '0', '1', '2', '3', '4', '5', '6', '7', '8', 'F', 'M', '?'] as const;
const NAMES: Record<string, string> = {
  '*': 'a hidden cell',
  F: 'a flag',
  M: 'an opened mine',
  '?': 'an open cell whose number is withheld',
};
const SIGNS: Record<string, string> = { '*': '■', F: '⚑', M: '✹' };

export class Brushes {
  readonly element = h('div', { class: 'brushes', role: 'group', 'aria-label': 'Brush' });
  /** The symbol to paint; without one, clicks look. */
  chosen: string | undefined;

  constructor(private readonly changed: (chosen: string | undefined) => void) {
    this.add(undefined, 'Look', 'Click a cell to read about it');
    for (const symbol of SYMBOLS)
      this.add(symbol, SIGNS[symbol] ?? symbol, `Paint ${NAMES[symbol] ?? `the number ${symbol}`}`);
  }

  private add(brush: string | undefined, text: string, title: string): void {
    const made = toggle(text, brush === undefined, () => this.choose(brush, made), title);
    this.element.append(made);
  }

  private choose(brush: string | undefined, by: HTMLElement): void {
    this.chosen = brush;
    for (const item of this.element.children) item.setAttribute('aria-pressed', String(item === by));
    this.changed(brush);
  }
}
