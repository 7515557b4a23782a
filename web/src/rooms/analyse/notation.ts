// Positions in and out: pasted, dropped, copied, and in the address.
import type { Offer, Order, Position } from '../../../engine/engine.js';
import { button, div, h, select } from '../../dom';
import { clerk } from '../../engine';

/** What the room does with what comes in and goes out. */
export interface Desk {
  readonly position: Position;
  /** What was told last. */
  readonly told: string;
  take(position: Position, mines?: readonly number[]): void;
  tell(words: string): void;
  complain(error: unknown): void;
}

export class Notation {
  readonly element: HTMLElement;
  private readonly text = h('textarea', {
    rows: 6,
    spellcheck: 'false',
    'aria-label': 'Position as text',
    placeholder: 'Paste a position or a board: a drawing, a link, .mine, .board, a game ID…',
  });
  private readonly format;

  constructor(
    private readonly desk: Desk,
    formats: readonly Offer[],
    private readonly usual: Order,
  ) {
    this.format = select('Copy as', formats, formats[0]?.value ?? '', () => undefined);
    this.element = h(
      'details',
      { class: 'more', open: true },
      h('summary', {}, 'Paste, drop, copy'),
      this.text,
      div(
        'row',
        button('Read', () => void this.read(this.text.value), { class: 'primary read' }),
        this.format.element,
        button('Copy', () => void this.copyAs()),
      ),
      h('p', { class: 'small' }, 'You can drop a file anywhere on this page.'),
    );
  }

  // ---- in ----

  /** Reads what came in; false, and words, if it cannot be read. */
  async read(what: string | Uint8Array, clues = this.usual.clues): Promise<boolean> {
    try {
      const bytes = typeof what === 'string' ? new TextEncoder().encode(what) : what;
      const { position, mines, format, more } = await clerk.call('read', bytes);
      // A whole board is a position in which nothing has been opened yet.
      const whole = mines !== null && !position.tiles.includes('*') && !position.tiles.includes('F');
      const tiles = whole ? '*'.repeat(position.tiles.length) : position.tiles;
      this.desk.take({ ...position, tiles, clues }, whole ? mines : undefined);
      const read = whole
        ? `A whole board (${format}), with every cell hidden: play it, or analyse.`
        : `Read as ${format}.`;
      this.desk.tell(
        more > 0 ? `${read} Only the first is shown; there ${more === 1 ? 'is' : 'are'} ${more} more.` : read,
      );
      return true;
    } catch (error) {
      this.desk.complain(error);
      return false;
    }
  }

  readonly pasted = (event: ClipboardEvent): void => {
    const into = event.target;
    if (into instanceof HTMLTextAreaElement || into instanceof HTMLInputElement) return;
    const text = event.clipboardData?.getData('text');
    if (!text) return;
    this.text.value = text;
    void this.read(text);
  };

  /** Reads the position an address holds, if it holds one; else, or if it cannot be read, shows what is usual. */
  async readAddress(query: URLSearchParams, usual: () => void): Promise<void> {
    const [code, view] = [query.get('analysis'), query.get('view')];
    const text = code ? `analysis=${code}` : view?.replaceAll('_', '\n');
    if (text === undefined) usual();
    else if (!(await this.read(text, (!code && query.get('clues')) || undefined))) {
      const words = this.desk.told;
      usual();
      this.desk.tell(words);
    }
  }

  // ---- out ----

  private async copyAs(): Promise<void> {
    try {
      this.text.value = await clerk.call('write', this.desk.position, this.format.input.value);
      await this.copy(this.text.value);
    } catch (error) {
      this.desk.complain(error);
    }
  }

  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.desk.tell('Copied.');
    } catch {
      this.text.value = text;
      this.text.select();
      this.desk.tell('The browser did not allow copying; the text is selected in the box.');
    }
  }
}
