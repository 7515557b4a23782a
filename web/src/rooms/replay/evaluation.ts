// The evaluation: the win probability over the time of a game, with a mark at every guess. Between two
// guesses stands what the position of the later one was worth, as in the strip of `surefoot review`.
// Whoever clicks or drags in it is led there.
import type { ReviewSoFar, WeighedGuess } from '../../../engine/engine.js';
import { div, svg } from '../../dom';
import { MARK_REACH } from '../../tunables';
import { hundredths, share } from '../../words';
import type { Playback } from './playback';

/** Pixels: its height, and what is left free for the scale and for marks at the border. */
const size = { height: 96, left: 42, right: 10, top: 9, bottom: 9 };

/** What the evaluation tells of the room. */
export interface Scrubbed {
  seek(time: number): void;
  goToGuess(guess: WeighedGuess): void;
}

/** What the position after so many actions was worth; nothing if that is not known yet. */
export function worthAt(review: ReviewSoFar, status: string, at: number): number | undefined {
  const next = review.guesses.find(({ number }) => number >= at);
  if (next) return next.win?.value;
  if (status === 'won') return 1;
  if (status === 'lost') return 0;
  return review.guesses.at(-1)?.win?.value ?? review.start?.value;
}

export class Evaluation {
  readonly element = div('evaluation');
  private readonly svg = svg('svg', { role: 'img' });
  private readonly now = svg('path', { class: 'now' });
  private playback: Playback | undefined;
  private review: ReviewSoFar | undefined;
  private status = 'playing';
  private width = 0;
  private readonly observer = new ResizeObserver(() => this.draw());

  constructor(private readonly room: Scrubbed) {
    this.element.append(this.svg);
    this.observer.observe(this.element);
    this.svg.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.svg.setPointerCapture(event.pointerId);
      const guess = this.markAt(event);
      if (guess) this.room.goToGuess(guess);
      else this.scrub(event);
    });
    this.svg.addEventListener('pointermove', (event) => {
      if (this.svg.hasPointerCapture(event.pointerId) && event.buttons !== 0) this.scrub(event);
    });
  }

  dispose(): void {
    this.observer.disconnect();
  }

  /** Another replay, of which nothing is known yet. */
  open(playback: Playback, status: string): void {
    this.playback = playback;
    this.status = status;
    this.review = undefined;
    this.draw();
  }

  show(review: ReviewSoFar): void {
    this.review = review;
    this.draw();
  }

  /** The line at the moment that is shown. */
  move(): void {
    if (!this.playback) return;
    const x = this.x(this.playback.time);
    this.now.setAttribute('d', `M${x.toFixed(1)} 0V${size.height}`);
  }

  private x(time: number): number {
    const { begin = 0, end = 0 } = this.playback ?? {};
    const room = this.width - size.left - size.right;
    return size.left + (end > begin ? (room * (time - begin)) / (end - begin) : 0);
  }

  private y(win: number): number {
    return size.top + (size.height - size.top - size.bottom) * (1 - win);
  }

  private scrub(event: PointerEvent): void {
    const { playback } = this;
    if (!playback) return;
    const room = Math.max(this.width - size.left - size.right, 1);
    const along = (event.clientX - this.svg.getBoundingClientRect().left - size.left) / room;
    this.room.seek(playback.begin + along * (playback.end - playback.begin));
  }

  /** The guess whose mark is under the pointer. */
  private markAt(event: PointerEvent): WeighedGuess | undefined {
    const box = this.svg.getBoundingClientRect();
    const away = (guess: WeighedGuess) => {
      const { x, y } = this.spot(guess);
      return Math.hypot(event.clientX - box.left - x, event.clientY - box.top - y);
    };
    const near = (this.review?.guesses ?? []).filter((guess) => away(guess) <= MARK_REACH);
    return near.sort((a, b) => away(a) - away(b))[0];
  }

  /** Where the mark of a guess is: at what it was worth, until that is known at the bottom. */
  private spot(guess: WeighedGuess): { x: number; y: number } {
    return { x: this.x(this.playback?.timeOf(guess.number) ?? 0), y: this.y(guess.chosen_win ?? 0) };
  }

  private draw(): void {
    const { playback, review } = this;
    this.width = this.element.clientWidth;
    if (!playback || this.width === 0) return;
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${size.height}`);
    const scale = [0, 0.5, 1].flatMap((win) => {
      const y = this.y(win);
      const label = svg('text', { x: size.left - 6, y: y + 4, 'text-anchor': 'end' }, `${100 * win} %`);
      return [svg('path', { class: 'rule', d: `M${size.left} ${y}H${this.width - size.right}` }), label];
    });
    const { line, to } = this.curve(playback, review);
    const under = line && `${line}V${this.y(0).toFixed(1)}H${this.x(playback.begin).toFixed(1)}Z`;
    const marks = (review?.guesses ?? []).map((guess) => this.mark(guess));
    this.svg.replaceChildren(
      ...scale,
      svg('path', { class: 'under', d: under }),
      svg('path', { class: 'win', d: line }),
      ...marks,
      this.now,
    );
    this.svg.setAttribute('aria-label', this.words(playback, review, to));
    this.move();
  }

  /** The line as far as guesses are weighed, and to which moment that is. */
  private curve(playback: Playback, review: ReviewSoFar | undefined): { line: string; to: number } {
    if (!review?.start) return { line: '', to: playback.begin };
    let line = `M${this.x(playback.begin).toFixed(1)} ${this.y(review.start.value).toFixed(1)}`;
    let to = playback.begin;
    const on = (win: number, time: number) => {
      line += `V${this.y(win).toFixed(1)}H${this.x(time).toFixed(1)}`;
      to = time;
    };
    for (const { number, win } of review.guesses) {
      if (!win) {
        // What a guess too wide to be weighed was worth is not known; nor is one whose turn is to come.
        if (review.weighed < review.guesses.length) return { line, to };
        continue;
      }
      on(win.value, playback.timeOf(number));
    }
    const last = worthAt(review, this.status, playback.count);
    if (last !== undefined) on(last, playback.end);
    return { line, to };
  }

  /** Each kind has a shape of its own. */
  private mark(guess: WeighedGuess): SVGElement {
    const { x, y } = this.spot(guess);
    const shapes: Record<string, string> = {
      mistake: `M${x - 6} ${y}L${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}Z`,
      avoidable: `M${x - 6.5} ${y + 5}L${x} ${y - 7}L${x + 6.5} ${y + 5}Z`,
    };
    const round = `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`;
    const weighed = guess.chosen_win === null ? 'unweighed' : guess.verdict;
    const lost = guess.lost === null ? '' : `, ${(100 * guess.lost).toFixed(1)} points lost`;
    const words = `${hundredths(this.playback?.timeOf(guess.number) ?? 0)} s: ${share(guess.safety)} safe, ${guess.verdict_words}${lost}`;
    return svg('path', { class: `mark ${weighed}`, d: shapes[weighed] ?? round }, svg('title', {}, words));
  }

  private words(playback: Playback, review: ReviewSoFar | undefined, to: number): string {
    if (!review?.start) return 'Win probability over time: not known yet';
    const end = worthAt(review, this.status, playback.count);
    const known = to < playback.end || end === undefined ? '' : `, ${share(end)} at the end`;
    return `Win probability over time: ${share(review.start.value)} after the first click${known}; guesses are marked`;
  }
}
