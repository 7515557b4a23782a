// The seconds of a game: they run from the first move to the end, whatever room one is in.
// Who leaves for another room to think has not stopped the time.
export class Clock {
  private started = 0;
  private stopped = 0;

  /** Milliseconds so far. */
  get spent(): number {
    return this.started > 0 ? performance.now() - this.started : this.stopped;
  }

  get running(): boolean {
    return this.started > 0;
  }

  /** Stands still at a time. */
  reset(spent = 0): void {
    this.started = 0;
    this.stopped = spent;
  }

  /** Starts, or goes on. */
  start(): void {
    if (this.started === 0) this.started = performance.now() - this.stopped;
  }

  stop(): void {
    this.stopped = this.spent;
    this.started = 0;
  }
}
