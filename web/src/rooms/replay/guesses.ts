// The review beside a replay: every guess with what it was worth and what was better, weighed one after
// the other while the replay can be watched already.
import type { Move, ReviewSoFar, WeighedGuess } from '../../../engine/engine.js';
import { name, type Shape } from '../../board/geometry';
import { button, div, h, setCurrent, step } from '../../dom';
import { counted, hundredths, interval, move, sentence, share } from '../../words';

/** What the list needs of the room. */
export interface Guessing {
  goToGuess(guess: WeighedGuess): void;
  /** The proof of a cell that was certainly safe before a guess. */
  prove(guess: WeighedGuess, cell: number): void;
}

export class GuessList {
  readonly element = h('section', { class: 'review', 'aria-label': 'Review', hidden: true });
  private readonly summary = h('p', { class: 'summary' });
  private readonly progress = h('p', { class: 'small progress', role: 'status' });
  private readonly list = h('ol', { class: 'steps guesses' });
  private rows: HTMLLIElement[] = [];
  private shown: ReviewSoFar | undefined;
  /** After how many actions the replay stands. */
  private at = 0;
  private shape: Shape = { width: 1, height: 1, neighbourhood: 'square8' };
  private time: (action: number) => number = () => 0;

  constructor(private readonly room: Guessing) {
    this.element.append(h('h2', {}, 'Review'), this.summary, this.progress, this.list);
  }

  /** Another replay: nothing is known of it yet. */
  open(shape: Shape, time: (action: number) => number): void {
    this.shape = shape;
    this.time = time;
    this.rows = [];
    this.shown = undefined;
    this.list.replaceChildren();
    this.summary.textContent = '';
    this.progress.textContent = 'Looking at every guess…';
    this.element.hidden = false;
  }

  close(): void {
    this.element.hidden = true;
  }

  /** What went wrong instead. */
  fail(words: string): void {
    this.progress.textContent = words;
  }

  /** What is found so far; rows whose guess is not new stay as they are. */
  show(review: ReviewSoFar): void {
    const before = this.shown;
    this.shown = review;
    const { guesses, weighed } = review;
    for (const [at, guess] of guesses.entries()) {
      const row = this.rows[at];
      if (!row) {
        const made = h('li', { value: at + 1 });
        this.rows.push(made);
        this.list.append(made);
        this.fill(made, guess);
      } else if (before?.guesses[at] !== guess) this.fill(row, guess);
    }
    this.summary.textContent = summary(review);
    this.progress.textContent = weighed < guesses.length ? `${weighed} of ${guesses.length} guesses weighed…` : '';
    if (!before) this.point(this.at);
  }

  /** The row of the guess before which the replay stands. */
  point(at: number): void {
    this.at = at;
    for (const [row, { number }] of (this.shown?.guesses ?? []).entries()) {
      const element = this.rows[row];
      if (!element) continue;
      // Only the list scrolls: on a phone the board must stay where it is.
      if (number === at && !element.hasAttribute('aria-current')) {
        this.list.scrollTop = element.offsetTop - this.list.offsetTop;
      }
      setCurrent(element, number === at);
    }
  }

  private fill(row: HTMLLIElement, guess: WeighedGuess): void {
    const { shape } = this;
    const wins = guess.chosen_win === null ? '' : `, wins ${share(guess.chosen_win)}`;
    const end = guess.survived ? '' : ': hit a mine';
    const told = `${hundredths(this.time(guess.number))} s: ${move(shape, guess.action)}, ${share(guess.safety)} safe${wins}${end}`;
    const { verdict } = guess;
    const words = guess.chosen_win === null && verdict !== 'avoidable' ? '' : guess.verdict_words;
    const lines = [
      guess.verdict === 'avoidable' ? undefined : this.better(guess),
      this.safest(guess),
      guess.lost !== null && guess.lost > 0 && `Lost: ${points(guess.lost)} of win probability.`,
    ].filter((line): line is string => Boolean(line));
    row.className = verdict;
    row.replaceChildren(
      step(
        () => this.room.goToGuess(guess),
        told,
        words && ' ',
        words && h('b', { class: `verdict ${verdict}` }, words),
      ),
      ...lines.map((line) => div('small', line)),
      ...this.proof(guess),
    );
  }

  private better({ better, better_safety, action, win }: WeighedGuess): string | undefined {
    if (!better || better.act === 'declare') return undefined;
    if (same(better, action)) return 'The best there was.';
    const wins = win ? `, wins ${share(win.value)}${interval(win)}` : '';
    return `Best: ${move(this.shape, better)}, ${share(better_safety ?? 0)} safe${wins}.`;
  }

  /** The safest cell, if it is none of those that are spoken of already. */
  private safest({ safest, safest_safety, better, action, verdict }: WeighedGuess): string | undefined {
    if (safest === null || safest_safety === null || verdict === 'avoidable') return undefined;
    const told = [better, action].some((one) => one && one.act === 'open' && one.cell === safest);
    return told ? undefined : `Safest: ${name(this.shape, safest)}, ${share(safest_safety)} safe.`;
  }

  /** Which cell was certainly safe, and how that could have been known. */
  private proof(guess: WeighedGuess): HTMLElement[] {
    const { missed, missed_words, missed_why, win } = guess;
    if (guess.verdict !== 'avoidable') return [];
    if (missed === null) return [div('small', 'Another cell was certainly safe.')];
    const wins = win ? `; by it the game is won ${share(win.value)} of the time` : '';
    return [
      div('small', `${missed_words}${wins}:`),
      h('ul', { class: 'small proof' }, ...missed_why.map((step) => h('li', {}, step))),
      button('Show the proof', () => this.room.prove(guess, missed), { class: 'show-proof' }),
    ];
  }
}

function same(one: Move, other: Move): boolean {
  return one.act === other.act && one.act !== 'declare' && other.act !== 'declare' && one.cell === other.cell;
}

function points(lost: number): string {
  const told = (100 * lost).toFixed(1);
  return told === '0.0' ? 'less than 0.1 points' : `${told} points`;
}

/** All guesses in a few sentences. */
function summary(review: ReviewSoFar): string {
  const { guesses, weighed, start, luck, p_luck, lost, without_guesses, left_out } = review;
  const done = weighed === guesses.length;
  const told: string[] = [];
  if (start) told.push(`After the first click the game is won ${share(start.value)}${interval(start)} of the time.`);
  if (without_guesses !== null) told.push(sentence(without_guesses));
  if (guesses.length > 0) {
    const of = (verdict: string) => guesses.filter((guess) => guess.verdict === verdict).length;
    const kinds = `${of('sound')} sound, ${counted(of('mistake'), 'mistake')}, ${of('avoidable')} avoidable`;
    told.push(`${counted(guesses.length, 'guess', 'guesses')}${done ? `: ${kinds}` : ''}.`);
    if (luck !== null && p_luck !== null && guesses.some(({ survived }) => survived)) {
      told.push(
        `Luck: guesses like those that were survived all succeed ${share(luck)} of the time (pLuck ${p_luck.toFixed(2)}).`,
      );
    }
    if (done) told.push(`Lost by guesses: ${points(lost)} of win probability.`);
  }
  return [...told, ...left_out.map(sentence)].join('\n');
}
