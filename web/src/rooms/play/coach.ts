// The coach, who tells only what is asked: probabilities, a hint, and why. Whatever it has
// told is noted in the game as help.
import type { Answer, Position } from '../../../engine/engine.js';
import type { Board } from '../../board/board';
import { Counsel } from '../../counsel';
import { button, div, h, toggle } from '../../dom';
import { analyst, wasCancelled } from '../../engine';
import { Explainer } from '../../explainer';
import { isClosed, tile } from '../../position';
import { sentence } from '../../words';
import type { PlayedGame } from './game';

/** What the coach needs of the room. */
export interface Coached {
  readonly game: PlayedGame;
  /** What the board shows: the game as it stands, or an earlier position of it. */
  readonly shown: Position | undefined;
  tell(words: string): void;
  complain(error: unknown): void;
  /** The game was helped, so what is kept of it has changed. */
  helped(): void;
  analyseThis(): void;
}

const IDLE = 'Ask for probabilities, a hint, or why a cell is safe. The coach says nothing unless you ask.';

export class Coach {
  readonly elements: readonly HTMLElement[];
  readonly probabilities: HTMLButtonElement;
  private readonly whyButton: HTMLButtonElement;
  private readonly explainer: Explainer;
  private readonly counsel: Counsel;
  private readonly card = h('p', { class: 'card' }, IDLE);
  private coaching = false;
  /** Whether the next cell that is clicked is asked about instead of played. */
  private choosing = false;

  constructor(
    private readonly room: Coached,
    private readonly board: Board,
  ) {
    this.explainer = new Explainer(board);
    this.counsel = new Counsel(board, (words) => room.tell(words));
    const switched = (on: boolean) => {
      this.coaching = on;
      this.refresh();
    };
    this.probabilities = toggle('Probabilities', false, switched, 'Show how likely each cell is to be a mine (P)');
    this.whyButton = button('Why?', () => this.askWhy(), {
      title: 'Why a cell is safe or a mine: then click the cell (W)',
      'aria-pressed': 'false',
    });
    this.elements = [
      h('h2', {}, 'Coach'),
      div(
        'row',
        this.probabilities,
        button('Hint', () => void this.hint(), { title: 'What to open next (H)' }),
        this.whyButton,
        button('Analyse this', () => room.analyseThis(), { title: 'Take this position to Analyse' }),
      ),
      this.card,
      this.counsel.element,
      this.explainer.element,
    ];
  }

  /** What was said of the last position no longer holds. */
  forget(): void {
    this.explainer.close();
    this.counsel.close();
  }

  /** Closes what was said last; nothing is being chosen any more. */
  escape(): void {
    const chose = this.choosing;
    this.choose(false);
    if (!chose && !this.explainer.close()) this.counsel.close();
    this.room.tell('');
  }

  /** Probabilities of the position, if they are wanted. */
  refresh(): void {
    const { game } = this.room;
    if (!this.coaching || !game.playing) {
      this.board.explain(undefined);
      return;
    }
    if (!game.help.probabilities) {
      game.help.probabilities = true;
      this.room.helped();
    }
    void this.analyse();
  }

  look(cell: number | undefined): void {
    const idle = this.explainer.open || this.counsel.best !== undefined ? '' : IDLE;
    this.card.textContent = cell === undefined ? idle : this.board.describe(cell);
  }

  private async analyse(): Promise<void> {
    const { game } = this.room;
    const { position } = game;
    if (!position) return;
    let answer: Answer;
    try {
      answer = await analyst.call('analyse', position, game.order.promise);
    } catch (error) {
      this.room.complain(error);
      return;
    }
    if (!this.coaching || !game.playing || game.position !== position) return;
    if (answer.kind !== 'analysis') {
      this.board.explain(undefined);
      this.room.tell(sentence(answer.words));
      return;
    }
    const { probability, dead, best } = answer;
    this.board.explain({ probability, dead: new Set(dead), best: best?.cell });
  }

  async hint(): Promise<void> {
    const { game } = this.room;
    const { position } = game;
    if (!position || !game.playing) return;
    this.explainer.close();
    if (!(await this.counsel.ask(position, game.order.promise, () => game.position === position))) return;
    this.card.textContent = '';
    game.help.hints += 1;
    this.room.helped();
  }

  /** The button: of the hint, if there is one; else of the cell that is clicked next. */
  private askWhy(): void {
    if (this.choosing) this.choose(false);
    else if (this.counsel.best !== undefined) void this.why(this.counsel.best);
    else if (!this.room.game.playing) void this.why(this.board.focus);
    else this.choose(true);
  }

  private choose(on: boolean): void {
    if (this.choosing === on) return;
    this.choosing = on;
    this.whyButton.setAttribute('aria-pressed', String(on));
    this.board.element.classList.toggle('asking', on);
    this.room.tell(on ? 'Click the cell you want explained. Esc to go on playing.' : '');
  }

  /** Whether the coach takes a click for itself. */
  takes(cell: number): boolean {
    if (this.counsel.takes(cell)) return true;
    if (!this.choosing) return false;
    this.choose(false);
    void this.why(cell);
    return true;
  }

  async why(cell: number): Promise<void> {
    const { game, shown } = this.room;
    if (!shown) return;
    // Of the mine that ended the game: what could be known before it was opened?
    const asked = tile(shown, cell) === 'M' ? game.before : shown;
    if (!asked) return;
    if (!isClosed(tile(asked, cell))) {
      this.room.tell('Why is asked of closed cells.');
      return;
    }
    if (game.playing) {
      game.help.why += 1;
      this.room.helped();
    }
    try {
      await this.explainer.ask(asked, cell);
    } catch (error) {
      if (!wasCancelled(error)) this.room.complain(error);
    }
  }
}
