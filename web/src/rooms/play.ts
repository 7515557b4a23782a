// Play: the game, a coach who tells only what is asked, and a look back at the end.
import type { Answer, GameReview, Move, Order, Position, Turn } from '../../engine/engine.js';
import { remember } from '../address';
import { Board, type Gesture } from '../board/board';
import { name } from '../board/geometry';
import { SHOWN_MINE, WRONG_FLAG } from '../board/painter';
import { DealForm } from '../deals';
import { button, h, say, toggle } from '../dom';
import { analyst, table, thinker, wasCancelled } from '../engine';
import { Explainer } from '../explainer';
import { face } from '../face';
import { freshSeed, orderAsState, orderFrom } from '../orders';
import { cells, move, seconds, share } from '../words';
import type { RoomView } from './room';

export class Play implements RoomView {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly explainer: Explainer;
  private readonly form: DealForm;
  private order: Order;
  private position: Position | undefined;
  private turn: Turn | undefined;
  private moves: Move[] = [];
  private queue = Promise.resolve();
  private clock = { started: 0, spent: 0, ticking: 0 };
  private coaching = false;
  private hinted: number | undefined;
  private help = { hints: 0, undos: 0 };
  private lookingBack = false;

  private readonly mines = h('output', { class: 'counter', 'aria-label': 'Mines left' });
  private readonly time = h('output', { class: 'counter', 'aria-label': 'Seconds' });
  private readonly face = button('', () => this.again(freshSeed()), { class: 'face', 'aria-label': 'New game' });
  private readonly message = h('p', { class: 'message' });
  private readonly card = h('p', { class: 'card', 'aria-hidden': 'true' });
  private readonly report = h('section', { class: 'review', hidden: true, 'aria-label': 'Review' });
  private readonly undoButton = button('Undo', () => void this.undo(), { title: 'Take back (U)' });
  private readonly flagSwitch: HTMLButtonElement;
  private readonly coachSwitch: HTMLButtonElement;

  constructor(query: URLSearchParams) {
    this.order = orderFrom(query, freshSeed());
    this.board = new Board('Minesweeper board', {
      act: (cell, gesture) => this.act(cell, gesture),
      look: (cell) => this.look(cell),
      key: (event, cell) => this.key(event, cell),
    });
    this.explainer = new Explainer(this.board);
    this.flagSwitch = toggle(
      'Flag mode',
      false,
      (on) => {
        this.board.flagMode = on;
        say(on ? 'A tap flags' : 'A tap opens');
      },
      'A tap flags, a long press opens (M)',
    );
    this.coachSwitch = toggle(
      'Probabilities',
      false,
      (on) => {
        this.coaching = on;
        this.refreshCoach();
      },
      'Shows how likely each cell is a mine (P)',
    );
    this.form = new DealForm(
      this.order,
      (order) => {
        this.order = order;
        this.again(order.seed);
      },
      [button('New game', () => this.again(freshSeed()), { class: 'primary', title: 'New game (N)' })],
    );
    this.element = h(
      'div',
      { class: 'room play' },
      h(
        'div',
        { class: 'stage' },
        this.form.element,
        h(
          'div',
          { class: 'frame' },
          h('div', { class: 'strip' }, tally('mines', this.mines), this.face, tally('seconds', this.time)),
          this.board.element,
        ),
        h(
          'div',
          { class: 'row tools' },
          this.flagSwitch,
          this.undoButton,
          button('Again', () => this.again(this.order.seed), { title: 'The same board once more' }),
        ),
        this.message,
      ),
      h(
        'aside',
        { class: 'side', 'aria-label': 'Coach' },
        h('h2', {}, 'Coach'),
        h(
          'div',
          { class: 'row' },
          this.coachSwitch,
          button('Hint', () => void this.hint(), { title: 'Where to go on (H)' }),
          button('Why?', () => void this.why(this.hinted ?? this.board.focus), { title: 'Why a cell is certain (W)' }),
        ),
        this.card,
        this.explainer.element,
        this.report,
        keys(),
      ),
    );
    this.again(this.order.seed);
  }

  restyle(): void {
    this.board.restyle();
  }

  enter(): void {
    remember('play', orderAsState(this.order));
    if (this.turn?.status === 'playing' && this.clock.spent > 0) this.startClock();
  }

  leave(): void {
    this.stopClock();
    analyst.drop();
  }

  // ---- the game ----

  private again(seed: number): void {
    this.order = { ...this.order, seed, board: seed === this.order.seed ? this.order.board : null };
    this.form.reseed(this.order);
    if (this.element.isConnected) remember('play', orderAsState(this.order));
    if (table.busy) table.cancel();
    this.queue = this.deal(this.order);
  }

  private async deal(order: Order): Promise<void> {
    this.moves = [];
    this.help = { hints: 0, undos: 0 };
    this.stopClock();
    this.clock = { started: 0, spent: 0, ticking: 0 };
    this.report.hidden = true;
    this.lookingBack = false;
    this.explainer.close();
    this.tell(order.no_guess ? 'Looking for a board that needs no guess…' : '');
    try {
      const { position, turn } = await table.call('sit', order);
      this.tell(
        order.no_guess
          ? 'This board can be finished without a guess.'
          : this.asks
            ? 'Clues may be withheld: click an open cell to ask it again.'
            : '',
      );
      this.see(position, turn);
    } catch (error) {
      this.complain(error);
    }
  }

  private see(position: Position, turn: Turn): void {
    this.position = position;
    this.board.explain(undefined);
    this.board.mark([]);
    this.hinted = undefined;
    this.board.show(position, position.tiles);
    this.stand(turn);
  }

  private act(cell: number, gesture: Gesture): void {
    this.queue = this.queue.then(() => this.play(cell, gesture)).catch((error) => this.complain(error));
  }

  private async play(cell: number, gesture: Gesture): Promise<void> {
    if (this.turn?.status !== 'playing' || this.lookingBack) return;
    const symbol = this.board.tile(cell);
    const closed = symbol === '*' || symbol === 'F';
    if (gesture === 'open' && symbol === 'F') return say('flagged');
    if (gesture === 'flag' && !closed) return;
    if (gesture === 'chord' && (closed || symbol === '0')) return;
    // Where cells may be asked again, that is what a click on an open one is for.
    await this.carryOut({ act: gesture === 'chord' && this.asks ? 'ask' : gesture, cell });
  }

  private ask(cell: number): void {
    this.queue = this.queue.then(async () => {
      if (this.turn?.status === 'playing' && !this.lookingBack) await this.carryOut({ act: 'ask', cell });
    });
  }

  private get asks(): boolean {
    return this.order.clues.includes('asks=');
  }

  private async carryOut(action: Move): Promise<void> {
    let turn: Turn;
    try {
      turn = await table.call('play', action);
    } catch (error) {
      // Nothing to chord, or no more asks: the engine says why.
      this.complain(error);
      return;
    }
    if (this.moves.length === 0 || this.clock.started === 0) this.startClock();
    this.moves.push(action);
    this.explainer.close();
    this.board.mark([]);
    this.hinted = undefined;
    this.board.change(turn.changed, turn.shows);
    if (action.act === 'ask') this.position = await table.call('position');
    this.tell('');
    this.heard(action, turn);
    this.stand(turn);
  }

  /** Where the game stands now. */
  private stand(turn: Turn): void {
    this.turn = turn;
    const total = this.position?.mines;
    this.mines.textContent = total === null || total === undefined ? '?' : String(total - turn.flags);
    this.face.replaceChildren(face(turn.status));
    this.face.dataset.status = turn.status;
    this.element.dataset.status = turn.status;
    this.undoButton.disabled = this.moves.length === 0;
    if (turn.status === 'playing') {
      this.report.hidden = true;
      this.refreshCoach();
      return;
    }
    this.stopClock();
    this.board.explain(undefined);
    this.reveal(turn);
    this.conclude(turn);
    void this.review();
  }

  private reveal(turn: Turn): void {
    const mines = new Set(turn.mines ?? []);
    const [changed, shows]: [number[], string[]] = [[], []];
    const set = (cell: number, symbol: string) => {
      changed.push(cell);
      shows.push(symbol);
    };
    [...this.board.drawing].forEach((symbol, cell) => {
      if (symbol === '*' && mines.has(cell)) set(cell, turn.status === 'won' ? 'F' : SHOWN_MINE);
      if (symbol === 'F' && !mines.has(cell)) set(cell, WRONG_FLAG);
    });
    this.board.change(changed, shows.join(''));
  }

  private conclude(turn: Turn): void {
    const [total, cleared] = turn.three_bv ?? [0, 0];
    const time = this.clock.spent;
    const speed = time > 0 ? (cleared / (time / 1000)).toFixed(2) : '–';
    const { hints, undos } = this.help;
    const helped = [hints && `${hints} hints`, undos && `${undos} taken back`].filter(Boolean).join(', ');
    const how = turn.status === 'won' ? 'Won' : 'Lost';
    const bv = turn.status === 'won' ? `3BV ${total}` : `3BV ${cleared} of ${total}`;
    this.tell(`${how} after ${seconds(time)} s · ${bv} · ${speed} 3BV/s${helped ? ` · ${helped}` : ''}`);
    say(`${how} after ${seconds(time)} seconds`);
  }

  private heard(action: Move, turn: Turn): void {
    const cell = action.act === 'declare' ? 0 : action.cell;
    if (turn.status !== 'playing') return;
    if (turn.changed.length > 1) say(`${cells(turn.changed.length)} opened`);
    else if (action.act === 'flag') say(turn.shows === 'F' ? 'flagged' : 'flag taken back');
    else say(`${turn.shows === '0' ? 'empty' : turn.shows} at ${this.position ? name(this.position, cell) : ''}`);
  }

  private async undo(): Promise<void> {
    this.queue = this.queue
      .then(async () => {
        if (this.moves.length === 0) return;
        const { position, turn } = await table.call('undo');
        this.moves.pop();
        this.help.undos += 1;
        this.lookingBack = false;
        if (this.clock.started === 0 && this.clock.spent > 0) this.startClock();
        this.tell('');
        this.explainer.close();
        this.see(position, turn);
        say('taken back');
      })
      .catch((error) => this.complain(error));
    await this.queue;
  }

  // ---- the clock ----

  private startClock(): void {
    this.clock.started = performance.now() - this.clock.spent;
    clearInterval(this.clock.ticking);
    this.clock.ticking = setInterval(() => this.tick(), 250) as unknown as number;
  }

  private stopClock(): void {
    if (this.clock.started > 0) this.clock.spent = performance.now() - this.clock.started;
    clearInterval(this.clock.ticking);
    this.clock.started = 0;
    this.tick();
  }

  private tick(): void {
    const spent = this.clock.started > 0 ? performance.now() - this.clock.started : this.clock.spent;
    this.time.textContent = String(Math.floor(spent / 1000));
  }

  // ---- the coach ----

  private now(): Position | undefined {
    return this.position && { ...this.position, tiles: this.board.drawing };
  }

  private refreshCoach(): void {
    if (!this.coaching || this.turn?.status !== 'playing') {
      this.board.explain(undefined);
      return;
    }
    void this.analyse();
  }

  private async analyse(): Promise<void> {
    const position = this.now();
    if (!position) return;
    let answer: Answer;
    try {
      answer = await analyst.call('analyse', position);
    } catch (error) {
      if (!wasCancelled(error)) this.complain(error);
      return;
    }
    if (!this.coaching || this.turn?.status !== 'playing') return;
    if (answer.kind !== 'findings') {
      this.board.explain(undefined);
      this.tell(answer.words);
      return;
    }
    const { probability, dead, best } = answer;
    this.board.explain({ probability, dead: new Set(dead), best: best?.cell });
    this.element.dataset.analysed = position.tiles;
  }

  private async hint(): Promise<void> {
    const position = this.now();
    if (!position || this.turn?.status !== 'playing') return;
    try {
      const advice = await thinker.call('advise', position, 'surefoot', this.order.promise);
      this.help.hints += 1;
      const { action, because } = advice;
      if (action.act === 'declare') return;
      this.hinted = action.cell;
      this.explainer.close();
      this.board.mark([
        ...because.map((cell) => ({ cell, kind: 'clue' }) as const),
        { cell: action.cell, kind: advice.certain ? (action.act === 'flag' ? 'mine' : 'safe') : 'target' },
      ]);
      const value = advice.value === null ? '' : `; ${share(advice.value)} to win from here`;
      const sure = advice.certain ? 'certain' : 'a guess';
      this.tell(`Hint: ${move(position, action)} (${sure}, ${advice.why}${value}).`);
      say(this.message.textContent ?? '');
    } catch (error) {
      this.complain(error);
    }
  }

  private async why(cell: number): Promise<void> {
    const position = this.now();
    if (position && !this.lookingBack) await this.explainer.ask(position, cell);
  }

  private look(cell: number | undefined): void {
    this.card.textContent = cell === undefined ? '' : this.board.describe(cell);
  }

  private key(event: KeyboardEvent, cell: number): void {
    const acts: Record<string, () => void> = {
      u: () => void this.undo(),
      h: () => void this.hint(),
      w: () => void this.why(cell),
      n: () => this.again(freshSeed()),
      m: () => this.flagSwitch.click(),
      p: () => this.coachSwitch.click(),
      a: () => this.ask(cell),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ---- looking back ----

  private async review(): Promise<void> {
    const [order, moves] = [this.order, [...this.moves]];
    this.report.hidden = false;
    this.report.replaceChildren(h('h2', {}, 'Review'), h('p', {}, 'Looking at every guess…'));
    try {
      const review = await thinker.call('review', order, moves);
      if (this.moves.length === moves.length && this.turn?.status !== 'playing') this.tellReview(review, moves);
    } catch (error) {
      if (!wasCancelled(error)) this.report.replaceChildren(h('h2', {}, 'Review'), h('p', {}, String(error)));
    }
  }

  private tellReview(review: GameReview, moves: Move[]): void {
    const position = this.position;
    if (!position) return;
    const { guesses, luck } = review;
    const summary =
      guesses.length === 0
        ? 'No guesses: every cell you opened was certainly safe.'
        : `${guesses.length === 1 ? '1 guess' : `${guesses.length} guesses`}; those that went well did so with probability ${share(luck)}.`;
    const rows = guesses.map((guess) => {
      const better = guess.better && guess.better.act !== 'declare' ? guess.better : undefined;
      const best = better
        ? `${move(position, better)}, ${share(guess.better_safety ?? 0)} safe (${guess.better_why})`
        : '–';
      const verdict = guess.avoidable ? 'a certain cell was there' : guess.survived ? 'survived' : 'hit a mine';
      return h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'step',
            onclick: () => void this.lookBack(guess.number, guess.action, better, moves),
          },
          `Move ${guess.number + 1}: ${move(position, guess.action)}, ${share(guess.safety)} safe: ${verdict}`,
        ),
        h('div', { class: 'small' }, `Best: ${best}`),
      );
    });
    this.report.replaceChildren(
      ...[
        h('h2', {}, 'Review'),
        h('p', {}, summary),
        review.too_wide > 0 && h('p', {}, `${review.too_wide} moves were on positions too wide to look into.`),
        h('ol', { class: 'steps' }, ...rows),
        guesses.length > 0 && button('The end again', () => void this.lookAtEnd(moves)),
      ].filter((part) => part !== false),
    );
  }

  private async lookAtEnd(moves: Move[]): Promise<void> {
    const turn = this.turn;
    if (!turn || turn.status === 'playing') return;
    const end = await thinker.call('after', this.order, moves);
    this.lookingBack = false;
    this.board.explain(undefined);
    this.board.mark([]);
    this.board.show(end, end.tiles);
    this.reveal(turn);
    this.conclude(turn);
  }

  /** The board as it was before a guess. */
  private async lookBack(number: number, action: Move, better: Move | undefined, moves: Move[]): Promise<void> {
    try {
      const then = await thinker.call('after', this.order, moves.slice(0, number));
      const answer = await thinker.call('analyse', then);
      this.lookingBack = true;
      this.board.show(then, then.tiles);
      if (answer.kind === 'findings') {
        const best = better && better.act !== 'declare' ? better.cell : answer.best?.cell;
        this.board.explain({ probability: answer.probability, dead: new Set(answer.dead), best });
      }
      if (action.act !== 'declare') {
        this.board.mark([{ cell: action.cell, kind: 'clash' }]);
        this.board.focusOn(action.cell, false);
      }
      this.tell(`Before move ${number + 1}. Undo goes back into the game from its end.`);
    } catch (error) {
      this.complain(error);
    }
  }

  private tell(words: string): void {
    this.message.textContent = words;
  }

  private complain(error: unknown): void {
    if (wasCancelled(error)) return;
    this.tell(error instanceof Error ? error.message : String(error));
    say(this.message.textContent ?? '');
  }
}

function tally(label: string, counter: HTMLElement): HTMLElement {
  return h('div', { class: 'tally' }, counter, h('span', {}, label));
}

function keys(): HTMLElement {
  const line = (key: string, what: string) => h('div', {}, h('kbd', {}, key), ` ${what}`);
  return h(
    'details',
    { class: 'keys' },
    h('summary', {}, 'Keys'),
    line('Arrows', 'move'),
    line('Enter', 'open, or chord a number'),
    line('F', 'flag'),
    line('C', 'chord'),
    line('A', 'ask a cell again'),
    line('U', 'undo'),
    line('H', 'hint'),
    line('W', 'why'),
    line('P', 'probabilities'),
    line('M', 'flag mode'),
    line('N', 'new game'),
    line('+ −', 'zoom'),
  );
}
