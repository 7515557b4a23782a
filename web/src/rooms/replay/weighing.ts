// The guesses of a replay weighed side by side: whoever is free takes the next. What a guess is worth does
// not depend on who weighed it or after what, so the review is always the same.
import type { ReviewSoFar, WeighedPosition } from '../../../engine/engine.js';
import { type Engine, reviewers } from '../../engine';
import type { ReplayCalls, ReplaySource } from '../../replay-worker';

export class Weighing {
  /** What is found so far. */
  found: ReviewSoFar | undefined;
  /** When all is weighed: nothing, or what went wrong. */
  readonly end: Promise<unknown>;
  private next = 0;

  /** Begins at once; whatever these workers were weighing is of no use any more. */
  constructor(
    private readonly replay: number,
    private readonly source: ReplaySource,
    /** More is found. */
    private readonly show: () => void,
  ) {
    stopWeighing();
    const shares = Promise.all(reviewers.map((engine) => this.share(engine)));
    this.end = shares.then(
      () => undefined,
      (reason: unknown) => reason,
    );
  }

  private async share(engine: Engine<ReplayCalls>): Promise<void> {
    const begun = await engine.call('review', this.replay, this.source);
    if (!this.found) {
      this.found = begun;
      this.show();
    }
    while (this.found && this.next <= begun.guesses.length) {
      const weighed = await engine.call('weigh', this.replay, this.next++);
      if (weighed) {
        this.found = joined(this.found, weighed);
        this.show();
      }
    }
  }
}

/** Whether a review is under way. */
export function isWeighing(): boolean {
  return reviewers.some(({ busy }) => busy);
}

/** Gives up what is under way. */
export function stopWeighing(): void {
  for (const engine of reviewers) if (engine.busy) engine.cancel();
}

/** What was found, and one position more. */
export function joined(found: ReviewSoFar, { position, start, guess }: WeighedPosition): ReviewSoFar {
  if (!guess) return { ...found, start: start ?? found.start };
  const guesses = found.guesses.with(position - 1, guess);
  // Added up in the order of the game: sums of fractions depend on it.
  const lost = guesses.reduce((sum, { lost }) => sum + (lost ?? 0), 0);
  return { ...found, guesses, lost, weighed: found.weighed + 1 };
}
