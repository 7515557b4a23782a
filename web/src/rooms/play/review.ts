// A finished game looked at again: every guess, and the board as it was before it.
import type { GameReview, GuessReview, Move, Order, Position } from '../../../engine/engine.js';
import type { Board } from '../../board/board';
import { button, h } from '../../dom';
import { thinker, wasCancelled } from '../../engine';
import { counted, move, share, wordsOf } from '../../words';

/** What a review needs of the room. */
export interface Reviewed {
  readonly order: Order;
  /** Shows an earlier position of the game; without one, its end. */
  lookBack(past: Position | undefined): void;
  tell(words: string): void;
  complain(error: unknown): void;
}

export class Review {
  readonly element = h('section', { class: 'review', hidden: true, 'aria-label': 'Review' });
  private round = 0;

  constructor(
    private readonly game: Reviewed,
    private readonly board: Board,
  ) {}

  close(): void {
    this.round += 1;
    this.element.hidden = true;
  }

  async open(end: Position, moves: readonly Move[]): Promise<void> {
    this.round += 1;
    const { round } = this;
    this.element.hidden = false;
    this.fill(h('p', {}, 'Looking at every guess…'));
    try {
      const review = await thinker.call('review', this.game.order, [...moves]);
      if (round === this.round) this.tell(review, end, moves);
    } catch (error) {
      if (round === this.round && !wasCancelled(error)) this.fill(h('p', {}, wordsOf(error)));
    }
  }

  private fill(...parts: HTMLElement[]): void {
    this.element.replaceChildren(h('h2', {}, 'Review'), ...parts);
  }

  private tell({ guesses, luck, too_wide }: GameReview, end: Position, moves: readonly Move[]): void {
    const parts: HTMLElement[] = [h('p', {}, summary(guesses, luck))];
    if (too_wide > 0) {
      const were = too_wide === 1 ? 'was' : 'were';
      parts.push(h('p', {}, `${counted(too_wide, 'position')} ${were} too complex to look into.`));
    }
    parts.push(h('ol', { class: 'steps' }, ...guesses.map((guess) => this.row(guess, end, moves))));
    if (guesses.length > 0) parts.push(button('Back to the end', () => this.game.lookBack(undefined)));
    this.fill(...parts);
  }

  private row(guess: GuessReview, end: Position, moves: readonly Move[]): HTMLElement {
    const { number, action, better } = guess;
    const how = guess.survived ? 'survived' : 'hit a mine';
    const verdict = guess.avoidable ? `${how}, but another cell was certainly safe` : how;
    const best =
      better && better.act !== 'declare'
        ? `${move(end, better)}, ${share(guess.better_safety ?? 0)} safe (${guess.better_why})`
        : '–';
    const words = `Move ${number + 1}: ${move(end, action)}, ${share(guess.safety)} safe: ${verdict}`;
    return h(
      'li',
      {},
      h('button', { type: 'button', class: 'step', onclick: () => void this.before(guess, moves) }, words),
      h('div', { class: 'small' }, `Best: ${best}`),
    );
  }

  /** The board as it was before a guess. */
  private async before({ number, action, better }: GuessReview, moves: readonly Move[]): Promise<void> {
    const { round } = this;
    try {
      const then = await thinker.call('after', this.game.order, moves.slice(0, number));
      const answer = await thinker.call('analyse', then);
      if (round !== this.round) return;
      this.game.lookBack(then);
      if (answer.kind === 'analysis') {
        const best = better && better.act !== 'declare' ? better.cell : answer.best?.cell;
        this.board.explain({ probability: answer.probability, dead: new Set(answer.dead), best });
      }
      if (action.act !== 'declare') {
        this.board.mark([{ cell: action.cell, kind: 'clash' }]);
        this.board.focusOn(action.cell, false);
      }
      this.game.tell(`The board before move ${number + 1}. Undo takes moves back from the end of the game.`);
    } catch (error) {
      this.game.complain(error);
    }
  }
}

/** How many guesses there were, and the luck they took. */
function summary(guesses: readonly GuessReview[], luck: number): string {
  if (guesses.length === 0) return 'No guesses: every cell you opened was certainly safe.';
  const all = counted(guesses.length, 'guess', 'guesses');
  const survived = guesses.filter((guess) => guess.survived).length;
  if (survived === 0) return `${all}, which hit a mine.`;
  const those = guesses.length === 1 ? 'it' : survived === guesses.length ? 'all of them' : `${survived} of them`;
  return `${all}. You survived ${those}; the chance of that was ${share(luck)}.`;
}
