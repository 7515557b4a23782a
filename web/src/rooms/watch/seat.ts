// One player at its board: what it sees is a position, drawn with the clues that led to
// its last step and what led to those. Every step can be looked at again.
import type { Chains, Order, Position, Step } from '../../../engine/engine.js';
import { Board } from '../../board/board';
import { button, div, field, h, say, setCurrent, step as stepLine } from '../../dom';
import { stage, wasCancelled } from '../../engine';
import { after, revelation } from '../../position';
import { STEPS_LISTED, WATCHED_CELL } from '../../tunables';
import { counted, move, sentence, share, wordsOf } from '../../words';
import { arrows } from './arrows';

const ENDS: Record<string, string> = { won: ' Won.', lost: ' A mine: lost.', finished: ' Finished.' };

export class Seat {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly input: HTMLInputElement;
  private readonly log = h('ol', { class: 'log', tabindex: '0', 'aria-label': 'Steps' });
  private readonly reason = h('p', { class: 'reason' });
  private readonly figures = h('p', { class: 'small figures' });
  private steps: Step[] = [];
  /** What led to each step, as far as it was asked for. */
  private chains = new Map<number, Chains>();
  private start: Position | undefined;
  /** The position after the step that is shown. */
  private position: Position | undefined;
  /** The step that is shown; −1 is the beginning. */
  private at = -1;
  private order: Order | undefined;
  /** Which game this is: an answer about another is thrown away. */
  private game = 0;
  private ended = false;

  constructor(
    private readonly number: number,
    player: string,
    private readonly changed: () => void,
    takes: { analyse(position: Position): void; play(position: Position): void },
  ) {
    const chosen = field(number === 0 ? 'Player' : 'Second player', {
      value: player,
      list: 'roster',
      spellcheck: 'false',
      autocapitalize: 'off',
    });
    this.input = chosen.input;
    this.input.addEventListener('change', () => this.changed());
    this.board = new Board(`Board of player ${number + 1}`, {});
    this.board.zoom.least = WATCHED_CELL;
    const taking = (take: (position: Position) => void) => () => {
      if (this.position) take(this.position);
    };
    this.element = h(
      'section',
      { class: 'seat', 'aria-label': number === 0 ? 'First player' : 'Second player' },
      div(
        'row',
        chosen.element,
        button('Analyse this', taking(takes.analyse), { class: 'analyse-this' }),
        button('Play this', taking(takes.play), { title: 'Play on from this position' }),
      ),
      div('frame', this.board.element),
      this.reason,
      this.figures,
      this.log,
    );
  }

  get player(): string {
    return this.input.value.trim();
  }

  /** Whether there is nothing left to step to. */
  get over(): boolean {
    return this.ended && this.at === this.steps.length - 1;
  }

  async begin(order: Order): Promise<void> {
    this.game += 1;
    const { game } = this;
    this.order = order;
    this.steps = [];
    this.chains.clear();
    this.at = -1;
    this.ended = false;
    this.start = undefined;
    this.position = undefined;
    this.log.replaceChildren();
    this.reason.textContent = '';
    this.figures.textContent = '';
    this.element.dataset.status = 'playing';
    try {
      const position = await stage.call('watch', this.number, order, this.player);
      if (game !== this.game) return;
      this.start = position;
      this.position = position;
      this.board.mark('talk', []);
      this.board.show(position);
    } catch (error) {
      if (wasCancelled(error) || game !== this.game) return;
      this.ended = true;
      this.reason.textContent = wordsOf(error);
      say(this.reason.textContent);
    }
  }

  /** Some steps on: those that were made already, then new ones. */
  async advance(count: number, drawn: boolean): Promise<void> {
    const { game } = this;
    const known = Math.min(count, this.steps.length - 1 - this.at);
    if (known > 0) this.place(this.at + known);
    const more = count - Math.max(known, 0);
    if (more > 0 && !this.ended) {
      const { steps, chains } = await stage.call('steps', this.number, more);
      if (game !== this.game || !this.position) return;
      this.position = after(
        this.position,
        steps.map(({ turn }) => turn),
      );
      for (const step of steps) this.note(step);
      this.at = this.steps.length - 1;
      this.chains.set(this.at, chains);
      if (steps.length < more) this.ended = true;
    }
    await this.show(drawn);
  }

  /** Looks at the board after a step again; −1 is the beginning. */
  async lookAt(step: number, drawn: boolean): Promise<void> {
    if (!this.start || step < -1 || step >= this.steps.length) return;
    this.place(step);
    await this.show(drawn);
  }

  async back(drawn: boolean): Promise<void> {
    await this.lookAt(this.at - 1, drawn);
  }

  private place(step: number): void {
    if (!this.start) return;
    this.at = step;
    this.position = after(
      this.start,
      this.steps.slice(0, step + 1).map(({ turn }) => turn),
    );
  }

  private note(step: Step): void {
    if (!this.start) return;
    this.steps.push(step);
    const number = this.steps.length;
    const sure = step.certain ? 'certain' : 'guess';
    const words = h('b', {}, move(this.start, step.action));
    const line = stepLine(() => void this.lookAt(number - 1, true), words, ` ${step.fault ?? `${sure}: ${step.why}`}`);
    this.log.append(h('li', { class: sure, value: number }, line));
    // A long game keeps its latest steps.
    while (this.log.children.length > STEPS_LISTED) this.log.firstElementChild?.remove();
    const { status } = step.turn;
    this.ended = status !== 'playing' || step.fault !== null;
    this.element.dataset.status = status;
  }

  /** Shows the step that was come to; with what led to it, if that is to be drawn. */
  async show(drawn: boolean): Promise<void> {
    const { position, at } = this;
    if (!position) return;
    const step = this.steps[at];
    this.point();
    if (!step) {
      this.board.show(position);
      this.board.mark('talk', []);
      this.reason.textContent = 'The beginning.';
      this.figures.textContent = '';
      return;
    }
    this.board.show(position, revelation(position, step.turn));
    const chains = await this.chainsAt(at);
    if (at !== this.at || position !== this.position) return;
    const { action } = step;
    const marks = step.because.map((cell) => ({ cell, kind: 'clue' }) as const);
    const known = action.act === 'flag' ? 'mine' : 'safe';
    const target =
      action.act === 'declare' ? [] : [{ cell: action.cell, kind: step.certain ? known : 'target' } as const];
    this.board.mark('talk', [...marks, ...target], drawn && chains ? arrows(chains) : []);
    const clues = step.because.length === 0 ? '' : `, by ${counted(step.because.length, 'clue')}`;
    const value = step.value === null ? '' : `; wins ${share(step.value)} of the time from here`;
    const result = ENDS[step.turn.status] ?? '';
    this.reason.textContent =
      (step.fault && sentence(step.fault)) ??
      `Step ${at + 1}: ${move(position, action)}, ${step.certain ? 'certain' : 'a guess'} (${step.why || 'no reason given'})${clues}${value}.${result}`;
    this.figures.textContent = chains
      ? `Guesses ${chains.guesses} · chain of influence ${chains.length}, longest ${chains.longest}`
      : '';
    if (step.turn.status !== 'playing') say(`${this.player}:${result}`);
  }

  /** The line of the step that is shown. */
  private point(): void {
    const lines = [...this.log.children] as HTMLLIElement[];
    for (const line of lines) {
      const current = line.value === this.at + 1;
      setCurrent(line, current);
      if (current) this.log.scrollTop = line.offsetTop - this.log.offsetTop - this.log.clientHeight / 2;
    }
  }

  /** What led to a step; of an earlier one the engine is asked again. */
  private async chainsAt(at: number): Promise<Chains | undefined> {
    const found = this.chains.get(at);
    if (found || !this.order) return found;
    const { game } = this;
    try {
      const chains = await stage.call('chains', this.number, at + 1);
      if (game === this.game) this.chains.set(at, chains);
      return chains;
    } catch (error) {
      if (!wasCancelled(error)) this.reason.textContent = wordsOf(error);
      return undefined;
    }
  }

  dispose(): void {
    this.game += 1;
    this.board.dispose();
    this.element.remove();
  }
}
