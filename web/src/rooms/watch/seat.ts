// One player at its board: what it sees is a position, drawn with the clues that led to
// its last step and what led to those.
import type { Chains, Order, Position, Step } from '../../../engine/engine.js';
import { Board } from '../../board/board';
import type { Shape } from '../../board/geometry';
import { field, h, say } from '../../dom';
import { stage, wasCancelled } from '../../engine';
import { after, revelation } from '../../position';
import { STEPS_LISTED } from '../../tunables';
import { counted, move, sentence, share, wordsOf } from '../../words';
import { arrows } from './arrows';

export class Seat {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly input: HTMLInputElement;
  private readonly log = h('ol', { class: 'log', tabindex: '0', 'aria-label': 'Steps' });
  private readonly reason = h('p', { class: 'reason' });
  private readonly figures = h('p', { class: 'small figures' });
  private steps: Step[] = [];
  private chains: Chains | undefined;
  private position: Position | undefined;
  over = false;

  constructor(
    private readonly number: number,
    player: string,
    private readonly changed: () => void,
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
    this.element = h(
      'section',
      { class: 'seat', 'aria-label': number === 0 ? 'First player' : 'Second player' },
      chosen.element,
      h('div', { class: 'frame' }, this.board.element),
      this.reason,
      this.figures,
      this.log,
    );
  }

  get player(): string {
    return this.input.value.trim();
  }

  async begin(order: Order): Promise<void> {
    this.steps = [];
    this.over = false;
    this.log.replaceChildren();
    this.reason.textContent = '';
    this.figures.textContent = '';
    this.element.dataset.status = 'playing';
    try {
      this.position = await stage.call('watch', this.number, order, this.player);
      this.board.mark([]);
      this.board.show(this.position);
    } catch (error) {
      if (wasCancelled(error)) return;
      this.over = true;
      this.reason.textContent = wordsOf(error);
      say(this.reason.textContent);
    }
  }

  async advance(count: number, drawn: boolean): Promise<void> {
    if (this.over) return;
    const { steps, chains } = await stage.call('steps', this.number, count);
    if (!this.position) return;
    const turns = steps.map(({ turn }) => turn);
    this.position = after(this.position, turns);
    this.chains = chains;
    for (const step of steps) this.take(step, this.position);
    if (steps.length < count) this.over = true;
    this.show(drawn);
  }

  private take(step: Step, shape: Shape): void {
    this.steps.push(step);
    const number = this.steps.length;
    const sure = step.certain ? 'certain' : 'guess';
    this.log.append(
      h(
        'li',
        { class: sure, value: number },
        h('b', {}, move(shape, step.action)),
        ` ${step.fault ?? `${sure}: ${step.why}`}`,
      ),
    );
    // A long game keeps its latest steps.
    while (this.log.children.length > STEPS_LISTED) this.log.firstElementChild?.remove();
    const { status } = step.turn;
    this.over = status !== 'playing' || step.fault !== null;
    this.element.dataset.status = status;
  }

  /** Shows the last step; with what led to it, if that is to be drawn. */
  show(drawn: boolean): void {
    const step = this.steps.at(-1);
    const { position, chains } = this;
    if (!step || !position || !chains) return;
    this.board.show(position, revelation(position, step.turn));
    const at = this.steps.length - 1;
    const { action } = step;
    const marks = step.because.map((cell) => ({ cell, kind: 'clue' }) as const);
    const known = action.act === 'flag' ? 'mine' : 'safe';
    const target =
      action.act === 'declare' ? [] : [{ cell: action.cell, kind: step.certain ? known : 'target' } as const];
    this.board.mark([...marks, ...target], drawn ? arrows(chains) : []);
    const clues = step.because.length === 0 ? '' : `, by ${counted(step.because.length, 'clue')}`;
    const value = step.value === null ? '' : `; wins ${share(step.value)} of the time from here`;
    const result =
      { won: ' Won.', lost: ' A mine: lost.', playing: '', finished: ' Finished.' }[step.turn.status] ?? '';
    this.reason.textContent =
      (step.fault && sentence(step.fault)) ??
      `Step ${at + 1}: ${move(position, action)}, ${step.certain ? 'certain' : 'a guess'} (${step.why || 'no reason given'})${clues}${value}.${result}`;
    this.figures.textContent = `Guesses ${chains.guesses} · chain of influence ${chains.length}, longest ${chains.longest}`;
    this.log.scrollTop = this.log.scrollHeight;
    if (step.turn.status !== 'playing') say(`${this.player}:${result}`);
  }
}
