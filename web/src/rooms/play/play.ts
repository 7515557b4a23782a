// Play: the game. What is seen is one position, held here and drawn by the board; the
// coach is asked about it, and the review looks at earlier ones.
import type { Choices, Move, Order, Position, Turn } from '../../../engine/engine.js';
import { remember } from '../../address';
import { Board } from '../../board/board';
import type { Gesture } from '../../board/gestures';
import { DealForm } from '../../deals';
import { button, h, say, toggle } from '../../dom';
import { analyst, game, wasCancelled } from '../../engine';
import { face } from '../../face';
import { freshSeed, orderAsState, orderFrom } from '../../orders';
import { after, isClosed, revelation, tile } from '../../position';
import { counted, seconds, wordsOf } from '../../words';
import type { RoomView } from '../room';
import { Clock } from './clock';
import { Coach, type Coached } from './coach';
import { Review, type Reviewed } from './review';

export class Play implements RoomView, Coached, Reviewed {
  readonly element: HTMLElement;
  order: Order;
  before: Position | undefined;
  private readonly board: Board;
  private readonly coach: Coach;
  private readonly review: Review;
  private readonly form: DealForm;
  private readonly clock = new Clock();
  /** What is seen of the game as it stands. */
  private now: Position | undefined;
  /** An earlier position that is looked at instead. */
  private past: Position | undefined;
  private turn: Turn | undefined;
  private moves: Move[] = [];
  private undos = 0;
  private queue = Promise.resolve();

  private readonly mines = h('output', { class: 'counter', 'aria-label': 'Mines left' });
  private readonly face = button('', () => this.again(freshSeed()), { class: 'face', 'aria-label': 'New game' });
  private readonly message = h('p', { class: 'message' });
  private readonly undoButton = button('Undo', () => void this.undo(), { title: 'Take back the last move (U)' });
  private readonly flagSwitch: HTMLButtonElement;

  constructor(
    query: URLSearchParams,
    private readonly choices: Choices,
  ) {
    this.order = orderFrom(query, { ...choices.usual, seed: freshSeed() });
    this.board = new Board('Minesweeper board', {
      act: (cell, gesture) => this.act(cell, gesture),
      look: (cell) => this.coach.look(cell),
      key: (event, cell) => this.key(event, cell),
    });
    this.coach = new Coach(this, this.board);
    this.review = new Review(this, this.board);
    const flagged = (on: boolean) => {
      this.board.flagMode = on;
      say(on ? 'A tap flags' : 'A tap opens');
    };
    this.flagSwitch = toggle('Flag mode', false, flagged, 'A tap flags, a long press opens (M)');
    const ordered = (order: Order) => {
      this.order = order;
      this.again(order.seed);
    };
    this.form = new DealForm(this.order, choices, ordered, [
      button('New game', () => this.again(freshSeed()), { class: 'primary', title: 'New game (N)' }),
    ]);
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
          h('div', { class: 'strip' }, tally('mines', this.mines), this.face, tally('seconds', this.clock.element)),
          this.board.element,
        ),
        h(
          'div',
          { class: 'row tools' },
          this.flagSwitch,
          this.undoButton,
          button('Restart', () => this.again(this.order.seed), { title: 'The same board from the start' }),
        ),
        this.message,
      ),
      h('aside', { class: 'side', 'aria-label': 'Coach' }, ...this.coach.elements, this.review.element, keys()),
    );
    this.again(this.order.seed);
  }

  restyle(): void {
    this.board.restyle();
  }

  enter(): void {
    this.writeAddress();
    if (this.playing && this.clock.spent > 0) this.clock.start();
  }

  leave(): void {
    this.clock.stop();
    analyst.drop();
  }

  get position(): Position | undefined {
    return this.past ?? this.now;
  }

  get playing(): boolean {
    return this.turn?.status === 'playing';
  }

  // ---- the game ----

  private writeAddress(): void {
    remember('play', orderAsState(this.order, this.choices.usual));
  }

  private again(seed: number): void {
    this.order = { ...this.order, seed, board: seed === this.order.seed ? this.order.board : null };
    this.form.reseed(this.order);
    if (this.element.isConnected) this.writeAddress();
    if (game.busy) game.cancel();
    this.queue = this.deal(this.order);
  }

  private async deal(order: Order): Promise<void> {
    this.moves = [];
    this.undos = 0;
    this.coach.hints = 0;
    this.clock.reset();
    this.review.close();
    this.coach.forget();
    this.tell(order.no_guess ? 'Looking for a board that needs no guess…' : '');
    try {
      const { position, turn } = await game.call('deal', order);
      const asks = this.asks ? 'Click an open cell to ask for its number again.' : '';
      this.tell(order.no_guess ? 'This board can be finished without a guess.' : asks);
      this.see(position, turn);
    } catch (error) {
      this.complain(error);
    }
  }

  /** Another position than the next: a new game, or a move taken back. */
  private see(position: Position, turn: Turn): void {
    this.before = undefined;
    this.board.explain(undefined);
    this.coach.forget();
    this.stand(position, turn);
  }

  private act(cell: number, gesture: Gesture): void {
    this.queue = this.queue.then(() => this.play(cell, gesture)).catch((error) => this.complain(error));
  }

  private async play(cell: number, gesture: Gesture): Promise<void> {
    const { now } = this;
    if (!this.playing || !now) return;
    const symbol = tile(now, cell);
    if (gesture === 'open' && symbol === 'F') return say('Flagged: take the flag off to open it');
    if (gesture === 'flag' && !isClosed(symbol)) return;
    if (gesture === 'chord' && (isClosed(symbol) || symbol === '0')) return;
    // Where cells may be asked again, that is what a click on an open one is for.
    await this.carryOut({ act: gesture === 'chord' && this.asks ? 'ask' : gesture, cell }, now);
  }

  private ask(cell: number): void {
    this.queue = this.queue.then(async () => {
      if (this.playing && this.now) await this.carryOut({ act: 'ask', cell }, this.now);
    });
  }

  private get asks(): boolean {
    return this.order.clues.includes('asks=');
  }

  private async carryOut(action: Move, now: Position): Promise<void> {
    let turn: Turn;
    try {
      turn = await game.call('play', action);
    } catch (error) {
      // Nothing to chord, or no more asks: the engine says why.
      this.complain(error);
      return;
    }
    this.clock.start();
    this.moves.push(action);
    this.coach.forget();
    this.before = now;
    // How often a cell was asked is part of the position, and the engine keeps it.
    const next = action.act === 'ask' ? await game.call('position') : after(now, [turn]);
    this.tell('');
    this.stand(next, turn);
    this.heard(action, turn);
  }

  /** Where the game stands now. */
  private stand(position: Position, turn: Turn): void {
    this.now = position;
    this.past = undefined;
    this.turn = turn;
    this.board.show(position, revelation(position, turn));
    this.mines.textContent = position.mines === null ? '?' : String(position.mines - turn.flags);
    this.face.replaceChildren(face(turn.status));
    this.face.dataset.status = turn.status;
    this.element.dataset.status = turn.status;
    this.undoButton.disabled = this.moves.length === 0;
    this.coach.refresh();
    if (this.playing) {
      this.review.close();
      return;
    }
    this.clock.stop();
    this.conclude(turn);
    void this.review.open(position, [...this.moves]);
  }

  lookBack(past: Position | undefined): void {
    const { now, turn } = this;
    if (!now || !turn || this.playing) return;
    this.past = past;
    this.coach.forget();
    this.board.explain(undefined);
    if (past) {
      this.board.show(past);
      return;
    }
    this.board.show(now, revelation(now, turn));
    this.conclude(turn);
  }

  private conclude(turn: Turn): void {
    const [total, cleared] = turn.three_bv ?? [0, 0];
    const time = this.clock.spent;
    const speed = time > 0 ? (cleared / (time / 1000)).toFixed(2) : '–';
    const { hints } = this.coach;
    const how = turn.status === 'won' ? 'Won' : 'Lost';
    const parts = [
      `${how} after ${seconds(time)} s`,
      turn.status === 'won' ? `3BV ${total}` : `3BV ${cleared} of ${total}`,
      `${speed} 3BV/s`,
    ];
    const helped = [hints > 0 && counted(hints, 'hint'), this.undos > 0 && `${counted(this.undos, 'move')} taken back`];
    const help = helped.filter(Boolean).join(', ');
    if (help) parts.push(help);
    this.tell(parts.join(' · '));
    say(`${how} after ${seconds(time)} seconds`);
  }

  private heard(action: Move, turn: Turn): void {
    const cell = action.act === 'declare' ? 0 : action.cell;
    if (turn.status !== 'playing') return;
    if (turn.changed.length > 1) say(`${counted(turn.changed.length, 'cell')} opened`);
    else if (action.act === 'flag') say(turn.shows === 'F' ? 'flagged' : 'flag taken off');
    else say(this.board.describe(cell));
  }

  private async undo(): Promise<void> {
    const takeBack = async () => {
      if (this.moves.length === 0) return;
      const { position, turn } = await game.call('undo');
      this.moves.pop();
      this.undos += 1;
      if (this.clock.spent > 0) this.clock.start();
      this.tell('');
      this.see(position, turn);
      say('taken back');
    };
    this.queue = this.queue.then(takeBack).catch((error) => this.complain(error));
    await this.queue;
  }

  private key(event: KeyboardEvent, cell: number): void {
    const acts: Record<string, () => void> = {
      u: () => void this.undo(),
      h: () => void this.coach.hint(),
      w: () => void this.coach.why(cell),
      n: () => this.again(freshSeed()),
      m: () => this.flagSwitch.click(),
      p: () => this.coach.probabilities.click(),
      a: () => this.ask(cell),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  tell(words: string): void {
    this.message.textContent = words;
  }

  complain(error: unknown): void {
    if (wasCancelled(error)) return;
    this.tell(wordsOf(error));
    say(wordsOf(error));
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
    line('W', 'why a cell is certain'),
    line('P', 'probabilities'),
    line('M', 'flag mode'),
    line('N', 'new game'),
    line('+ −', 'zoom'),
  );
}
