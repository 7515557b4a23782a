// What to open: the best candidates, each with how safe it is and how often it wins, and why
// this one and not that. The safest cell and the one that wins most are two things; both stand
// in the list by name.
import type { CoachAnswer, CoachedCell, Position } from '../engine/engine.js';
import type { Board } from './board/board';
import { name } from './board/geometry';
import type { Mark } from './board/ink';
import { button, div, h, say, step } from './dom';
import { answered, thinker } from './engine';
import { tile } from './position';
import { CANDIDATES } from './tunables';
import { counted, impossible, interval, sentence, share } from './words';

type Counselled = Extract<CoachAnswer, { kind: 'counsel' }>;

export class Counsel {
  readonly element = h('section', { class: 'counsel', hidden: true, 'aria-label': 'Candidates' });
  private readonly compared = h('div', { class: 'compared', 'aria-live': 'polite' });
  private readonly comparing: HTMLButtonElement;
  private position: Position | undefined;
  private candidates: readonly CoachedCell[] = [];
  /** Which question is open: an answer to an earlier one is thrown away. */
  private asked = 0;
  /** Whether the next cell that is clicked is compared with the best. */
  private choosing = false;

  constructor(
    private readonly board: Board,
    private readonly tell: (words: string) => void,
  ) {
    this.comparing = button('Compare with…', () => this.choose(!this.choosing), {
      'aria-pressed': 'false',
      title: 'Then click any closed cell: why the best one and not that?',
    });
  }

  /** The cell that is advised. */
  get best(): number | undefined {
    return this.element.hidden ? undefined : this.candidates[0]?.cell;
  }

  /** Asks what to open; says whether something was said. */
  async ask(position: Position, promise: string, current: () => boolean): Promise<boolean> {
    this.asked += 1;
    const { asked } = this;
    const question = thinker.call('coach', position, promise, CANDIDATES);
    const answer = await answered(question, () => asked === this.asked && current(), this.tell);
    if (!answer) return false;
    if (answer.kind === 'clash') {
      this.tell(`There is no best move. ${impossible(answer)}`);
      return false;
    }
    if (answer.kind === 'too-wide') {
      this.tell(sentence(answer.words));
      return false;
    }
    this.position = position;
    this.show(answer, position);
    return true;
  }

  close(): boolean {
    this.asked += 1;
    this.choose(false);
    if (this.element.hidden) return false;
    this.element.hidden = true;
    this.candidates = [];
    this.board.mark('talk', []);
    return true;
  }

  /** Whether a click is taken for the comparison. */
  takes(cell: number): boolean {
    if (!this.choosing) return false;
    this.choose(false);
    void this.compare(cell);
    return true;
  }

  private choose(on: boolean): void {
    if (this.choosing === on) return;
    this.choosing = on;
    this.comparing.setAttribute('aria-pressed', String(on));
    this.board.element.classList.toggle('asking', on);
    if (on) this.tell('Click the cell you would rather open. Esc to go on.');
  }

  private show({ candidates, certain, action, win }: Counselled, position: Position): void {
    this.candidates = candidates;
    const [best] = candidates;
    if (!best) {
      this.tell('There is nothing left to open.');
      return;
    }
    const where = name(position, best.cell);
    const flagged = action?.act === 'flag' || tile(position, best.cell) === 'F';
    const doing = flagged ? `Take the flag off ${where}` : `Open ${where}`;
    const title = best.safety === 1 ? `${doing}: it is certainly safe` : doing;
    this.compared.replaceChildren();
    const parts: HTMLElement[] = [h('h2', {}, title)];
    const odds = win ? `The game is won ${share(win.value)}${interval(win)} of the time from here.` : '';
    const safe = certain > 0 ? `${counted(certain, 'cell is', 'cells are')} certainly safe.` : '';
    parts.push(h('p', {}, [safe, odds].filter(Boolean).join(' ')));
    parts.push(h('ol', { class: 'steps candidates' }, ...candidates.map((one) => this.row(one, position))));
    if (certain === 0) parts.push(div('row', this.comparing));
    this.element.replaceChildren(...parts, this.compared);
    this.element.hidden = false;
    this.mark(best.cell);
    const second = candidates[1];
    const rest = certain === 0 && second ? `; ${name(position, second.cell)} is ${second.words}` : '';
    const words =
      best.safety === 1
        ? `Hint: ${doing.charAt(0).toLowerCase()}${doing.slice(1)}, which is certainly safe.`
        : `Hint: ${doing.charAt(0).toLowerCase()}${doing.slice(1)}, ${best.words}${rest}.`;
    this.tell(words);
    say(words);
  }

  private row(one: CoachedCell, position: Position): HTMLElement {
    const all = this.candidates;
    const safest = all.every(({ safety }) => safety <= one.safety);
    const most = one.win && all.every(({ win }) => (win?.value ?? 0) <= (one.win?.value ?? 0));
    const tags = [one.safety < 1 && safest && 'safest', one.safety < 1 && most && 'wins most'].filter(Boolean);
    // What is certain costs nothing, and all of it has the same chances.
    const words = `${name(position, one.cell)}: ${one.safety === 1 ? 'certainly safe' : one.words}`;
    const best = all[0]?.cell === one.cell;
    const act = () => {
      this.mark(one.cell);
      if (best || one.safety === 1) this.compared.replaceChildren();
      else void this.compare(one.cell);
    };
    return h('li', {}, step(act, words, ...tags.map((tag) => h('em', {}, ` ${tag}`))));
  }

  /** The candidates on the board; the one that is spoken of stands out. */
  private mark(spoken: number): void {
    const marks: Mark[] = this.candidates.map(({ cell, safety }) => {
      if (cell !== spoken) return { cell, kind: 'look' };
      return { cell, kind: safety === 1 ? 'safe' : 'target' };
    });
    if (!this.candidates.some(({ cell }) => cell === spoken)) marks.push({ cell: spoken, kind: 'target' });
    this.board.mark('talk', marks);
  }

  /** Why the best cell and not this one. */
  private async compare(other: number): Promise<void> {
    const { position, asked } = this;
    const [best] = this.candidates;
    if (!position || !best || best.cell === other) return;
    const question = thinker.call('compare', position, best.cell, other);
    const answer = await answered(question, () => asked === this.asked, this.tell);
    if (!answer) return;
    this.mark(other);
    const words = answer.kind === 'compared' ? answer.words : [sentence(answer.words)];
    this.compared.replaceChildren(
      h('h3', {}, `${name(position, best.cell)} or ${name(position, other)}?`),
      h('ul', {}, ...words.map((one) => h('li', {}, one))),
    );
    this.compared.scrollIntoView({ block: 'nearest' });
    if (answer.kind === 'compared') this.tell('');
  }
}
