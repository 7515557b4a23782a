// The seconds above the board: they run from the first move to the end, and wait while
// the room is left.
import { h } from '../../dom';
import { TICK } from '../../tunables';

export class Clock {
  readonly element = h('output', { class: 'counter', 'aria-label': 'Seconds' });
  private started = 0;
  private stopped = 0;
  private ticking = 0;

  /** Milliseconds so far. */
  get spent(): number {
    return this.started > 0 ? performance.now() - this.started : this.stopped;
  }

  reset(): void {
    this.stop();
    this.stopped = 0;
    this.tick();
  }

  /** Starts, or goes on. */
  start(): void {
    if (this.started > 0) return;
    this.started = performance.now() - this.stopped;
    this.ticking = setInterval(() => this.tick(), TICK) as unknown as number;
  }

  stop(): void {
    this.stopped = this.spent;
    this.started = 0;
    clearInterval(this.ticking);
    this.tick();
  }

  private tick(): void {
    this.element.textContent = String(Math.floor(this.spent / 1000));
  }
}
