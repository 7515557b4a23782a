// Why a cell is certain: the proof, a step at a time, beside the board and on it.
import type { Explanation, Position } from '../engine/engine.js';
import type { Board } from './board/board';
import { name } from './board/geometry';
import type { Mark } from './board/ink';
import { button, h, say } from './dom';
import { thinker, wasCancelled } from './engine';
import { DIGITS_COMPARED } from './tunables';
import { count, counted, impossible, share, wordsOf } from './words';

export class Explainer {
  readonly element = h('section', { class: 'why', hidden: true, 'aria-label': 'Explanation' });
  private readonly list = h('ol', { class: 'steps' });
  private proof: Explanation | undefined;
  private step = -1;

  constructor(private readonly board: Board) {}

  get open(): boolean {
    return !this.element.hidden;
  }

  async ask(position: Position, cell: number): Promise<void> {
    const where = name(position, cell);
    let answer: Explanation;
    try {
      answer = await thinker.call('explain', position, cell);
    } catch (error) {
      if (!wasCancelled(error)) this.tell(`Why ${where}?`, [wordsOf(error)]);
      return;
    }
    this.proof = answer;
    this.step = -1;
    if (answer.kind === 'doubt') {
      this.doubt(where, answer);
      return;
    }
    if (answer.kind === 'clash') {
      this.tell(`Why ${where}?`, [impossible(answer)]);
      this.board.mark(answer.clues.map((clue) => ({ cell: clue, kind: 'clash' })));
      return;
    }
    const verdict = answer.mine ? 'a mine' : 'safe';
    const clues = answer.clues.length > 0 && counted(answer.clues.length, 'clue');
    const evidence = [clues, answer.total && 'the number of mines'].filter(Boolean).join(' and ');
    this.list.replaceChildren(
      ...answer.steps.map((step, at) =>
        h(
          'li',
          { style: `--depth:${step.depth}` },
          h('button', { type: 'button', class: 'step', onclick: () => this.go(at) }, step.words),
        ),
      ),
    );
    this.element.replaceChildren(
      this.heading(`${where} is ${verdict}`),
      h('p', {}, `It follows from ${evidence}; difficulty ${answer.difficulty}.`),
      this.list,
      h(
        'div',
        { class: 'row' },
        button('◂ Back', () => this.go(this.step - 1)),
        button('Next step ▸', () => this.go(this.step + 1), { class: 'primary next' }),
        button('All clues', () => this.go(-1)),
      ),
    );
    this.element.hidden = false;
    this.go(-1);
    say(`${where} is ${verdict}, by ${evidence}. ${counted(answer.steps.length, 'step')}.`);
  }

  close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.proof = undefined;
    this.board.mark([]);
  }

  /** Nothing proves the cell either way: two configurations show it. */
  private doubt(where: string, answer: Extract<Explanation, { kind: 'doubt' }>): void {
    const { cell, probability, as_mine, as_safe, mine_in, safe_in } = answer;
    const show = (mines: number[], itself: boolean) => {
      const marks: Mark[] = mines.filter((mine) => mine !== cell).map((mine) => ({ cell: mine, kind: 'mine' }));
      this.board.mark([...marks, { cell, kind: itself ? 'mine' : 'safe' }]);
      say(`${counted(mines.length, 'mine')} shown; ${where} is ${itself ? 'a mine' : 'safe'} here`);
    };
    const all = String(BigInt(mine_in) + BigInt(safe_in));
    const odds = all.length > DIGITS_COMPARED ? '' : `: a mine in ${count(mine_in)} of ${count(all)} configurations`;
    this.tell(`${where} is not certain`, [`The chance of a mine is ${share(probability)}${odds}.`]);
    this.element.append(
      h(
        'div',
        { class: 'row' },
        button('As a mine', () => show(as_mine, true), { title: 'One way the mines can lie if it is a mine' }),
        button('As safe', () => show(as_safe, false), { title: 'One way the mines can lie if it is safe' }),
      ),
    );
    this.board.mark([{ cell, kind: 'look' }]);
  }

  private heading(text: string): HTMLElement {
    return h(
      'div',
      { class: 'row spread' },
      h('h2', {}, text),
      button('×', () => this.close(), { 'aria-label': 'Close the explanation', class: 'quiet' }),
    );
  }

  private tell(title: string, words: string[]): void {
    this.element.replaceChildren(this.heading(title), ...words.map((text) => h('p', {}, text)));
    this.element.hidden = false;
    say(words.join(' '));
  }

  /** Shows one step, or with −1 all the evidence at once. */
  private go(step: number): void {
    const proof = this.proof;
    if (proof?.kind !== 'proof') return;
    this.step = Math.min(Math.max(step, -1), proof.steps.length - 1);
    const shown = proof.steps[this.step];
    const marks: Mark[] = (shown?.clues ?? proof.clues).map((cell) => ({ cell, kind: 'clue' }));
    for (const cell of shown?.cells ?? []) if (cell !== proof.cell) marks.push({ cell, kind: 'look' });
    const last = !shown || this.step === proof.steps.length - 1;
    marks.push({ cell: proof.cell, kind: last ? (proof.mine ? 'mine' : 'safe') : 'target' });
    this.board.mark(marks);
    [...this.list.children].forEach((item, at) => {
      const current = at === this.step;
      item.classList.toggle('current', current);
      if (current) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    if (shown) {
      this.list.children[this.step]?.scrollIntoView({ block: 'nearest' });
      say(shown.words);
    }
  }
}
