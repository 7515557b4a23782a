// A finished game looked at again: every guess, and the board as it was before it.
import type { GameReview, GuessReview, Move, Order, Position } from '../../../engine/engine.js';
import type { Board } from '../../board/board';
import { name } from '../../board/geometry';
import { button, div, h, step } from '../../dom';
import { answered, clerk, thinker } from '../../engine';
import { counted, move, sentence, share } from '../../words';

/** What a review needs of the room. */
export interface Reviewed {
  /** Shows an earlier position of the game; without one, its end. */
  lookBack(past: Position | undefined): void;
  tell(words: string): void;
  complain(error: unknown): void;
}

/** The game that is looked at. */
interface Finished {
  order: Order;
  end: Position;
  moves: readonly Move[];
}

export class Review {
  readonly element = h('section', { class: 'review', hidden: true, 'aria-label': 'Review' });
  private round = 0;

  constructor(
    private readonly room: Reviewed,
    private readonly board: Board,
  ) {}

  close(): void {
    this.round += 1;
    this.element.hidden = true;
  }

  async open(of: Finished): Promise<void> {
    this.round += 1;
    const { round } = this;
    this.element.hidden = false;
    this.fill(h('p', {}, 'Looking at every guess…'));
    const question = thinker.call('review', of.order, [...of.moves]);
    const fail = (words: string) => this.fill(h('p', {}, words));
    const review = await answered(question, () => round === this.round, fail);
    if (review) this.tell(review, of);
  }

  private fill(...parts: HTMLElement[]): void {
    this.element.replaceChildren(h('h2', {}, 'Review'), ...parts);
  }

  private tell({ guesses, luck, without_guesses, left_out }: GameReview, of: Finished): void {
    const all = without_guesses === null ? summary(guesses, luck) : sentence(without_guesses);
    const parts: HTMLElement[] = [all, ...left_out.map(sentence)].filter(Boolean).map((words) => h('p', {}, words));
    parts.push(h('ol', { class: 'steps' }, ...guesses.map((guess) => this.row(guess, of))));
    if (guesses.length > 0) parts.push(button('Back to the end', () => this.room.lookBack(undefined)));
    this.fill(...parts);
  }

  private row(guess: GuessReview, of: Finished): HTMLElement {
    const { better } = guess;
    const best =
      better && better.act !== 'declare'
        ? `${move(of.end, better)}, ${share(guess.better_safety ?? 0)} safe (${guess.better_why})`
        : '–';
    return h(
      'li',
      {},
      step(() => void this.before(guess, of), told(guess, of.end)),
      guess.avoidable ? undefined : div('small', `Best: ${best}`),
    );
  }

  /** The board as it was before a guess. */
  private async before({ number, action, better }: GuessReview, of: Finished): Promise<void> {
    const { round } = this;
    try {
      const then = await clerk.call('after', of.order, of.moves.slice(0, number));
      const answer = await clerk.call('analyse', then);
      if (round !== this.round) return;
      this.room.lookBack(then);
      if (answer.kind === 'analysis') {
        const best = better && better.act !== 'declare' ? better.cell : answer.best?.cell;
        this.board.explain({ probability: answer.probability, dead: new Set(answer.dead), best });
      }
      if (action.act !== 'declare') {
        this.board.mark('talk', [{ cell: action.cell, kind: 'clash' }]);
        this.board.focusOn(action.cell, false);
      }
      this.room.tell(`The board before move ${number + 1}. Undo takes moves back from the end of the game.`);
    } catch (error) {
      this.room.complain(error);
    }
  }
}

/** A guess in a sentence: what was done, how safe it was, and what came of it. */
function told(guess: GuessReview, end: Position): string {
  const { number, action, better, safety, survived } = guess;
  const safe = guess.avoidable && better && better.act === 'open' ? `; ${name(end, better.cell)} was safe` : '';
  if (safety === 0 && action.act === 'open') return `Move ${number + 1} opened a certain mine${safe}.`;
  const how = survived ? 'survived' : 'hit a mine';
  const avoidable = guess.avoidable ? safe || '; another cell was safe' : '';
  return `Move ${number + 1}: ${move(end, action)}, ${share(safety)} safe: ${how}${avoidable}.`;
}

/** How many guesses there were, and the luck they took. */
function summary(guesses: readonly GuessReview[], luck: number): string {
  if (guesses.length === 0) return '';
  const all = counted(guesses.length, 'guess', 'guesses');
  const survived = guesses.filter((guess) => guess.survived).length;
  if (survived === 0) return `${all}, which hit a mine.`;
  return `${all}. Luck: the ${survived === 1 ? 'guess' : 'guesses'} you survived come${survived === 1 ? 's' : ''} off ${share(luck)} of the time.`;
}
