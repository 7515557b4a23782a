// The coach, who tells only what is asked: probabilities, a hint, and why. Whatever it has
// told is noted in the game as help.
import type { Answer, Position } from '../../../engine/engine.js';
import type { Board } from '../../board/board';
import { button, h, say, toggle } from '../../dom';
import { analyst, thinker, wasCancelled } from '../../engine';
import { Explainer } from '../../explainer';
import { isClosed, tile } from '../../position';
import { advised, sentence } from '../../words';
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
  private readonly card = h('p', { class: 'card' }, IDLE);
  private coaching = false;
  /** Whether the next cell that is clicked is asked about instead of played. */
  private choosing = false;
  private hinted: number | undefined;

  constructor(
    private readonly room: Coached,
    private readonly board: Board,
  ) {
    this.explainer = new Explainer(board);
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
      h(
        'div',
        { class: 'row' },
        this.probabilities,
        button('Hint', () => void this.hint(), { title: 'What to open next (H)' }),
        this.whyButton,
        button('Analyse this', () => room.analyseThis(), { title: 'Take this position to Analyse' }),
      ),
      this.card,
      this.explainer.element,
    ];
  }

  /** What was said of the last position no longer holds. */
  forget(): void {
    this.explainer.close();
    this.board.mark('talk', []);
    this.hinted = undefined;
  }

  /** Nothing said, nothing being chosen; false if there was nothing. */
  escape(): boolean {
    const [chose, said] = [this.choosing, this.hinted !== undefined];
    this.choose(false);
    const closed = this.explainer.close();
    this.board.mark('talk', []);
    this.hinted = undefined;
    if (chose || said) this.room.tell('');
    return chose || said || closed;
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
    const idle = this.explainer.open || this.hinted !== undefined ? '' : IDLE;
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
    try {
      const advice = await thinker.call('advise', position, 'surefoot', game.order.promise);
      const { action, because } = advice;
      if (game.position !== position || action.act === 'declare') return;
      game.help.hints += 1;
      this.room.helped();
      this.forget();
      this.hinted = action.cell;
      this.board.mark('talk', [
        ...because.map((cell) => ({ cell, kind: 'clue' }) as const),
        { cell: action.cell, kind: advice.certain ? 'safe' : 'target' },
      ]);
      const words = `Hint: ${advised(position, advice)}.`;
      this.room.tell(words);
      say(words);
    } catch (error) {
      this.room.complain(error);
    }
  }

  /** The button: of the hint, if there is one; else of the cell that is clicked next. */
  private askWhy(): void {
    if (this.choosing) this.choose(false);
    else if (this.hinted !== undefined) void this.why(this.hinted);
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
