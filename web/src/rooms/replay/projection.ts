// A replay on the board: where it stands, how it moves on, and what is known of the moment that is shown.
// The engine tells positions; moments that were passed while one was asked for are left out.
import type { Position, ReplayFacts, ReviewSoFar, WeighedGuess } from '../../../engine/engine.js';
import { Board } from '../../board/board';
import { isTyping } from '../../board/keys';
import { div, h, say } from '../../dom';
import { analyst, projector } from '../../engine';
import { Explainer } from '../../explainer';
import { revelation } from '../../position';
import { WATCHED_CELL } from '../../tunables';
import { share } from '../../words';
import { type Controlled, Controls } from './controls';
import { Evaluation, type Scrubbed, worthAt } from './evaluation';
import type { Guessing } from './guesses';
import { Playback, upTo } from './playback';

/** What the projection tells the room. */
export interface Projected {
  /** So many actions are done. */
  stands(at: number): void;
  /** The board shows what was seen then. */
  sees(position: Position, at: number): void;
  complain(error: unknown): void;
}

/** A replay that is shown. */
interface Shown {
  number: number;
  facts: ReplayFacts;
  playback: Playback;
  /** When the mouse did what it did. */
  times: readonly number[];
}

export class Projection implements Controlled, Scrubbed, Guessing {
  readonly element: HTMLElement;
  private readonly board = new Board('Replay', {});
  readonly explainer = new Explainer(this.board);
  private readonly evaluation = new Evaluation(this);
  private readonly controls = new Controls(this);
  private readonly worth = h('p', { class: 'worth' });
  private shown: Shown | undefined;
  private review: ReviewSoFar | undefined;
  /** What the board shows, and after how many actions that is. */
  private seen: { at: number; position: Position } | undefined;
  private asking = false;
  /** The guess that is marked on the board, and the cell whose safety is to be proved before one. */
  private marked = '';
  private proving: { at: number; cell: number } | undefined;
  private running = 0;
  private last = 0;

  constructor(private readonly room: Projected) {
    this.board.zoom.least = WATCHED_CELL;
    this.element = h(
      'div',
      { class: 'projection', hidden: true },
      div('frame', this.board.element),
      this.evaluation.element,
      this.worth,
      this.controls.element,
    );
  }

  /** Shows a replay, after so many actions. */
  open(number: number, facts: ReplayFacts, at: number): Playback {
    const playback = new Playback(facts.actions, facts.time);
    this.shown = { number, facts, playback, times: facts.events.map(({ time }) => time) };
    this.review = undefined;
    this.seen = undefined;
    this.proving = undefined;
    this.asking = false;
    this.worth.textContent = '';
    this.element.hidden = false;
    this.controls.open(playback);
    this.evaluation.open(playback, facts.status);
    playback.stand(at);
    this.run(false);
    return playback;
  }

  /** What its review has found so far. */
  know(review: ReviewSoFar): void {
    this.review = review;
    this.evaluation.show(review);
    this.settle();
  }

  restyle(): void {
    this.board.restyle();
  }

  dispose(): void {
    this.shown = undefined;
    this.run(false);
    this.evaluation.dispose();
    this.board.dispose();
  }

  /** Does what a key means; false if it means nothing here. */
  key(event: KeyboardEvent): boolean {
    if (isTyping(event) || !this.shown) return false;
    if (this.board.key(event) || event.ctrlKey || event.metaKey || event.altKey) return true;
    if (event.key === 'Escape') return this.explainer.close();
    return this.controls.key(event);
  }

  // ---- to and fro ----

  run(on = this.running === 0): void {
    cancelAnimationFrame(this.running);
    this.running = 0;
    const { shown } = this;
    if (on && shown) {
      if (shown.playback.over) shown.playback.stand(0);
      this.last = performance.now();
      this.running = requestAnimationFrame(this.frame);
    }
    if (shown) this.moved();
  }

  private readonly frame = (now: number): void => {
    const { shown } = this;
    if (!shown) return;
    shown.playback.advance(Math.max(now - this.last, 0) * this.controls.speed);
    this.last = now;
    if (shown.playback.over) {
      this.run(false);
      return;
    }
    this.running = requestAnimationFrame(this.frame);
    this.moved();
  };

  /** Somebody goes elsewhere: it stops there. */
  private go(how: (playback: Playback) => void): void {
    if (!this.shown) return;
    how(this.shown.playback);
    this.run(false);
  }

  seek(time: number): void {
    this.go((playback) => playback.seek(time));
  }

  step(by: 1 | -1): void {
    this.go((playback) => playback.stand(playback.at + by));
  }

  toEnd(last: boolean): void {
    this.go((playback) => (last ? playback.seek(playback.end) : playback.stand(0)));
  }

  goToGuess({ number }: WeighedGuess): void {
    this.go((playback) => playback.before(number));
  }

  stepGuess(by: 1 | -1): void {
    const at = this.shown?.playback.at ?? 0;
    const all = this.review?.guesses ?? [];
    const to = by > 0 ? all.find(({ number }) => number > at) : all.findLast(({ number }) => number < at);
    if (to) this.goToGuess(to);
    else say(by > 0 ? 'No guess after this' : 'No guess before this');
  }

  /** It stands elsewhere: what shows the moment is drawn at once, the board when its position is there. */
  private moved(): void {
    const { shown } = this;
    if (!shown) return;
    const { playback, facts, times } = shown;
    this.controls.show(playback, this.running !== 0);
    this.evaluation.move();
    this.room.stands(playback.at);
    const mouse = facts.events[Math.max(upTo(times, playback.time) - 1, 0)];
    this.board.hand.show(mouse);
    if (this.seen?.at === playback.at) this.settle();
    else void this.draw(shown);
  }

  /** Asks for the position until it is the one that is wanted; moments that were passed meanwhile are left out. */
  private async draw(shown: Shown): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const { playback, facts, number } = shown;
    try {
      while (this.seen?.at !== playback.at) {
        const { at } = playback;
        const position = await projector.call('position', number, at);
        if (this.shown !== shown) return;
        this.seen = { at, position };
        this.explainer.close();
        if (this.marked) this.board.mark('chosen', []);
        this.marked = '';
        const over = at === playback.count && facts.status !== 'playing';
        this.board.explain(undefined);
        this.board.show(position, revelation(position, { mines: over ? facts.mines : null, status: facts.status }));
        this.room.sees(position, at);
        this.settle();
      }
    } catch (error) {
      if (this.shown === shown) this.room.complain(error);
    } finally {
      if (this.shown === shown) this.asking = false;
    }
  }

  /** What is known of the moment that is shown; before a guess, of all its cells. */
  private settle(): void {
    const { shown, seen, review } = this;
    if (!shown || !seen) return;
    const { at, position } = seen;
    if (this.proving?.at === at) {
      void this.explainer.ask(position, this.proving.cell);
      this.proving = undefined;
    }
    if (!review) return;
    const win = at === 0 ? undefined : worthAt(review, shown.facts.status, at);
    this.worth.textContent = `Win probability here: ${win === undefined ? '–' : share(win)}`;
    const guess = this.running === 0 ? review.guesses.find(({ number }) => number === at) : undefined;
    const mark = guess ? `${at} ${guess.missed}` : '';
    if (mark === this.marked) return;
    this.marked = mark;
    if (!guess || guess.action.act === 'declare') {
      this.board.mark('chosen', []);
      this.board.explain(undefined);
      return;
    }
    this.board.mark('chosen', [{ cell: guess.action.cell, kind: 'target' }]);
    void this.analyse(guess, position);
  }

  private async analyse({ better, missed }: WeighedGuess, position: Position): Promise<void> {
    try {
      const answer = await analyst.call('analyse', position);
      if (this.seen?.position !== position || this.running !== 0 || answer.kind !== 'analysis') return;
      const best = missed ?? (better && better.act !== 'declare' ? better.cell : answer.best?.cell);
      this.board.explain({ probability: answer.probability, dead: new Set(answer.dead), best });
    } catch (error) {
      this.room.complain(error);
    }
  }

  /** How a cell could have been known to be safe before a guess. */
  prove(guess: WeighedGuess, cell: number): void {
    this.explainer.close();
    this.proving = { at: guess.number, cell };
    this.goToGuess(guess);
  }
}
