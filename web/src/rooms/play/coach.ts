// The coach, who tells only what is asked: probabilities, a hint, and why.
import type { Answer, Order, Position } from '../../../engine/engine.js';
import type { Board } from '../../board/board';
import { button, h, say, toggle } from '../../dom';
import { analyst, thinker } from '../../engine';
import { Explainer } from '../../explainer';
import { tile } from '../../position';
import { advised, sentence } from '../../words';

/** What the coach knows of a game. */
export interface Coached {
  readonly order: Order;
  /** What the board shows. */
  readonly position: Position | undefined;
  /** What was seen before the last action. */
  readonly before: Position | undefined;
  readonly playing: boolean;
  tell(words: string): void;
  complain(error: unknown): void;
}

export class Coach {
  readonly elements: readonly HTMLElement[];
  readonly probabilities: HTMLButtonElement;
  /** How many hints were given in this game. */
  hints = 0;
  private readonly explainer: Explainer;
  private readonly card = h('p', { class: 'card', 'aria-hidden': 'true' });
  private coaching = false;
  private hinted: number | undefined;

  constructor(
    private readonly game: Coached,
    private readonly board: Board,
  ) {
    this.explainer = new Explainer(board);
    const switched = (on: boolean) => {
      this.coaching = on;
      this.refresh();
    };
    this.probabilities = toggle('Probabilities', false, switched, 'Show how likely each cell is to be a mine (P)');
    const why = () => void this.why(this.hinted ?? board.focus);
    this.elements = [
      h('h2', {}, 'Coach'),
      h(
        'div',
        { class: 'row' },
        this.probabilities,
        button('Hint', () => void this.hint(), { title: 'What to do next (H)' }),
        button('Why?', why, { title: 'Why a cell is safe or a mine (W)' }),
      ),
      this.card,
      this.explainer.element,
    ];
  }

  /** What was said of the last position no longer holds. */
  forget(): void {
    this.explainer.close();
    this.board.mark([]);
    this.hinted = undefined;
  }

  /** Probabilities of the position, if they are wanted. */
  refresh(): void {
    if (this.coaching && this.game.playing) void this.analyse();
    else this.board.explain(undefined);
  }

  look(cell: number | undefined): void {
    this.card.textContent = cell === undefined ? '' : this.board.describe(cell);
  }

  private async analyse(): Promise<void> {
    const { position } = this.game;
    if (!position) return;
    let answer: Answer;
    try {
      answer = await analyst.call('analyse', position);
    } catch (error) {
      this.game.complain(error);
      return;
    }
    if (!this.coaching || !this.game.playing) return;
    if (answer.kind !== 'analysis') {
      this.board.explain(undefined);
      this.game.tell(sentence(answer.words));
      return;
    }
    const { probability, dead, best } = answer;
    this.board.explain({ probability, dead: new Set(dead), best: best?.cell });
  }

  async hint(): Promise<void> {
    const { position, playing, order } = this.game;
    if (!position || !playing) return;
    try {
      const advice = await thinker.call('advise', position, 'surefoot', order.promise);
      this.hints += 1;
      const { action, because } = advice;
      if (action.act === 'declare') return;
      this.forget();
      this.hinted = action.cell;
      this.board.mark([
        ...because.map((cell) => ({ cell, kind: 'clue' }) as const),
        { cell: action.cell, kind: advice.certain ? (action.act === 'flag' ? 'mine' : 'safe') : 'target' },
      ]);
      const words = `Hint: ${advised(position, advice)}.`;
      this.game.tell(words);
      say(words);
    } catch (error) {
      this.game.complain(error);
    }
  }

  async why(cell: number): Promise<void> {
    const { position, before } = this.game;
    // Of the mine that ended the game: what could be known before it was opened?
    const asked = position && tile(position, cell) === 'M' ? before : position;
    if (asked) await this.explainer.ask(asked, cell);
  }
}
