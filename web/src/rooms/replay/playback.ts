// Where a replay stands: a moment, and how many of its actions are done by then. It draws nothing.
//
// Both are kept, because several actions may share a moment, and because whoever looks at a guess is at
// its moment with the guess not made yet.
import type { TimedMove } from '../../../engine/engine.js';

export class Playback {
  /** How many actions are done. */
  at = 0;
  /** Milliseconds since the first cell was opened. */
  time: number;
  readonly begin: number;
  readonly end: number;
  /** When each action was done; never earlier than the one before. */
  private readonly times: readonly number[];

  constructor(actions: readonly TimedMove[], length: number) {
    let latest = Number.NEGATIVE_INFINITY;
    this.times = actions.map(({ time }) => {
      latest = Math.max(latest, time);
      return latest;
    });
    this.begin = Math.min(0, this.times[0] ?? 0);
    this.end = Math.max(length, latest, this.begin);
    this.time = this.begin;
  }

  get count(): number {
    return this.times.length;
  }

  get over(): boolean {
    return this.at === this.count && this.time >= this.end;
  }

  /** When an action was done. */
  timeOf(action: number): number {
    return this.times[action] ?? this.end;
  }

  /** To a moment, with everything done that was done by then. */
  seek(time: number): void {
    this.time = Math.min(Math.max(time, this.begin), this.end);
    this.at = upTo(this.times, this.time);
  }

  /** To just after so many actions. */
  stand(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.count);
    this.time = this.at === 0 ? this.begin : this.timeOf(this.at - 1);
  }

  /** To the moment of an action that is not done yet. */
  before(action: number): void {
    this.at = Math.min(Math.max(action, 0), this.count);
    this.time = this.timeOf(this.at);
  }

  /** Some milliseconds on. */
  advance(by: number): void {
    this.time = Math.min(this.time + by, this.end);
    this.at = Math.max(this.at, upTo(this.times, this.time));
  }
}

/** How many of these times, in order, are not after a moment. */
export function upTo(times: readonly number[], moment: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
