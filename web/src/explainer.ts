// Why a cell is certain: the proof, a step at a time, beside the board and on it. Of every step
// all premises are lit and the rest of the board steps back.
import type { Explanation, Position, ProofStep } from '../engine/engine.js';
import type { Board } from './board/board';
import { name } from './board/geometry';
import type { Mark } from './board/ink';
import { button, div, h, say, setCurrent, step } from './dom';
import { answered, clerk } from './engine';
import { DIGITS_COMPARED } from './tunables';
import { count, counted, impossible, share } from './words';

type Proof = Extract<Explanation, { kind: 'proof' }>;
type Doubt = Extract<Explanation, { kind: 'doubt' }>;

export class Explainer {
  readonly element = h('section', { class: 'why', hidden: true, 'aria-label': 'Explanation' });
  private readonly list = h('ol', { class: 'steps' });
  private readonly back = button('◂ Back', () => this.go(this.step - 1), { class: 'back' });
  private readonly next = button('Next step ▸', () => this.go(this.step + 1), { class: 'primary next' });
  private proof: Proof | undefined;
  private step = -1;
  /** Which question is open: an answer to an earlier one is thrown away. */
  private asked = 0;

  constructor(
    private readonly board: Board,
    /** Something was said, or is no longer. */
    private readonly changed: () => void = () => undefined,
  ) {}

  get open(): boolean {
    return !this.element.hidden;
  }

  async ask(position: Position, cell: number): Promise<void> {
    this.asked += 1;
    const { asked } = this;
    const where = name(position, cell);
    const question = clerk.call('explain', position, cell);
    const tell = (words: string) => this.tell(`Why ${where}?`, [words]);
    const answer = await answered(question, () => asked === this.asked, tell);
    if (!answer) return;
    this.proof = undefined;
    if (answer.kind === 'doubt') this.doubt(where, answer);
    else if (answer.kind === 'clash') {
      tell(impossible(answer));
      this.board.mark(
        'talk',
        answer.clues.map((clue) => ({ cell: clue, kind: 'clash' })),
      );
    } else this.prove(where, answer);
  }

  /** Closes what is open; false if nothing was. */
  close(): boolean {
    this.asked += 1;
    if (this.element.hidden) return false;
    this.element.hidden = true;
    this.proof = undefined;
    this.board.mark('talk', []);
    this.changed();
    return true;
  }

  private prove(where: string, answer: Proof): void {
    const verdict = answer.mine ? 'a mine' : 'safe';
    const clues = answer.clues.length > 0 && counted(answer.clues.length, 'clue');
    const evidence = [clues, answer.total && 'the number of mines'].filter(Boolean).join(' and ');
    this.list.replaceChildren(
      ...answer.steps.map(({ depth, words }, at) =>
        h(
          'li',
          { style: `--depth:${depth}` },
          step(() => this.go(at), words),
        ),
      ),
    );
    this.element.replaceChildren(
      this.heading(`${where} is ${verdict}`),
      h('p', {}, `It follows from ${evidence} (${certainty(answer)}); difficulty ${answer.difficulty}.`),
      this.list,
      div(
        'row',
        this.back,
        this.next,
        button('All clues', () => this.go(-1)),
      ),
    );
    this.element.hidden = false;
    this.proof = answer;
    this.go(-1);
    this.changed();
    say(`${where} is ${verdict}, by ${evidence}. ${counted(answer.steps.length, 'step')}.`);
  }

  /** Nothing proves the cell either way: two layouts show it. */
  private doubt(where: string, answer: Doubt): void {
    const { cell, probability, as_mine, as_safe, mine_in, safe_in } = answer;
    const show = (mines: number[], itself: boolean) => {
      const marks: Mark[] = mines.filter((mine) => mine !== cell).map((mine) => ({ cell: mine, kind: 'mine' }));
      this.board.mark('talk', [...marks, { cell, kind: itself ? 'mine' : 'safe' }]);
      say(`${counted(mines.length, 'mine')} shown; ${where} is ${itself ? 'a mine' : 'safe'} here`);
    };
    const known = mine_in !== '' && safe_in !== '';
    const all = known ? String(BigInt(mine_in) + BigInt(safe_in)) : '';
    const odds =
      !known || all.length > DIGITS_COMPARED
        ? `The chance of a mine is ${share(probability)}.`
        : `A mine in ${count(mine_in)} of ${count(all)} layouts (${share(probability)}).`;
    this.tell(`${where} is not certain`, [odds]);
    this.element.append(
      div(
        'row',
        button('As a mine', () => show(as_mine, true), { title: 'One way the mines can lie if it is a mine' }),
        button('As safe', () => show(as_safe, false), { title: 'One way the mines can lie if it is safe' }),
      ),
    );
    this.board.mark('talk', [{ cell, kind: 'look' }]);
  }

  private heading(text: string): HTMLElement {
    return div(
      'row spread',
      h('h2', {}, text),
      button('×', () => this.close(), { 'aria-label': 'Close the explanation', class: 'quiet', title: 'Close (Esc)' }),
    );
  }

  private tell(title: string, words: string[]): void {
    this.element.replaceChildren(this.heading(title), ...words.map((text) => h('p', {}, text)));
    this.element.hidden = false;
    this.changed();
    say(words.join(' '));
  }

  /** Shows one step, or with −1 all the evidence at once. */
  private go(step: number): void {
    const { proof } = this;
    if (!proof) return;
    this.step = Math.min(Math.max(step, -1), proof.steps.length - 1);
    const shown = proof.steps[this.step];
    this.board.mark('talk', shown ? marksOf(shown, proof) : evidence(proof), [], true);
    this.back.disabled = this.step < 0;
    this.next.disabled = this.step === proof.steps.length - 1;
    [...this.list.children].forEach((item, at) => {
      const current = at === this.step;
      item.classList.toggle('current', current);
      setCurrent(item, current);
    });
    if (shown) {
      this.list.children[this.step]?.scrollIntoView({ block: 'nearest' });
      say(shown.words);
    }
  }
}

/** All clues that are needed, and what they prove. */
function evidence(proof: Proof): Mark[] {
  const clues: Mark[] = proof.clues.map((cell) => ({ cell, kind: 'clue' }));
  return [...clues, { cell: proof.cell, kind: proof.mine ? 'mine' : 'safe' }];
}

/** The premises of a step, and what follows. */
function marksOf(step: ProofStep, proof: Proof): Mark[] {
  const marks = new Map<number, Mark>();
  const put = (mark: Mark) => marks.set(mark.cell, mark);
  put({ cell: proof.cell, kind: 'look' });
  for (const cell of step.looks_at) put({ cell, kind: 'given' });
  for (const { cells, at_least, at_most, step: said } of step.given) {
    // What is plain of a cell, that it may be a mine, is no knowledge.
    const as = at_most === 0 ? 'safe' : said !== null && at_least === cells.length ? 'mine' : undefined;
    for (const cell of cells) put({ cell, kind: 'given', as });
  }
  for (const cell of step.clues) put({ cell, kind: 'clue' });
  const found = step.found === 'safe' || step.found === 'mine' ? step.found : 'target';
  for (const cell of step.cells) put({ cell, kind: found });
  return [...marks.values()];
}

/** The kind of reasoning, by its hardest step. */
function certainty({ steps, total, mine }: Proof): string {
  const kinds = new Set(steps.map(({ kind }) => kind));
  if (kinds.has('supposition') || kinds.has('count')) return 'counted';
  if (total) return 'mines left';
  if (kinds.has('subtraction') || kinds.has('sum')) return 'two clues compared';
  if (steps.length > 1) return 'one clue after the other';
  return mine ? 'every closed cell beside it is a mine' : 'all its mines are found';
}
