// Play: the room around a game. The game, its clock, the coach and the review are parts of
// their own; here they meet, are drawn, and are kept.
import type { Choices, Move, Order, Position, Turn } from '../../../engine/engine.js';
import { addressOf, addressOfPosition, go, remember } from '../../address';
import { Board } from '../../board/board';
import type { Gesture } from '../../board/gestures';
import { isTyping } from '../../board/keys';
import { DealForm } from '../../deals';
import { button, div, h, say, toggle } from '../../dom';
import { analyst, wasCancelled } from '../../engine';
import { face } from '../../face';
import { freshSeed, keepOrder, keptOrder, orderAsState, orderFrom } from '../../orders';
import { closed, revelation } from '../../position';
import { onSetting, setting } from '../../settings';
import { SAVE_AFTER, TICK } from '../../tunables';
import { counted, wordsOf } from '../../words';
import type { RoomView } from '../room';
import { Coach, type Coached } from './coach';
import { PlayedGame } from './game';
import { hands, keys } from './hands';
import { Keepsake } from './keepsake';
import { playedOn } from './played-on';
import { Results } from './results';
import { Review, type Reviewed } from './review';
import { latestGame, savedGame, saveGame } from './saved';

export class Play implements RoomView, Coached, Reviewed {
  readonly element: HTMLElement;
  readonly game: PlayedGame;
  private readonly board: Board;
  private readonly coach: Coach;
  private readonly review: Review;
  private readonly results = new Results();
  private readonly keepsake: Keepsake;
  private readonly form: DealForm;
  private readonly over = new AbortController();
  private ticking = 0;
  private saving = 0;
  /** An earlier position that is looked at instead of the game as it stands. */
  private past: Position | undefined;

  private readonly mines = h('span', { class: 'counter mines' });
  private readonly seconds = h('span', { class: 'counter seconds', role: 'timer', 'aria-label': 'Seconds' });
  private readonly face = button('', () => this.again(freshSeed()), { class: 'face', 'aria-label': 'New game' });
  private readonly message = h('p', { class: 'message' });
  private readonly undoButton = button('Undo', () => this.undo(), { title: 'Take back the last move (U, Ctrl+Z)' });
  private readonly flagSwitch: HTMLButtonElement;

  constructor(
    query: URLSearchParams,
    private readonly choices: Choices,
  ) {
    const usual = { ...keptOrder(choices.usual), seed: freshSeed() };
    const latest = query.size === 0 ? latestGame() : playedOn(query, choices.usual);
    const order = latest?.order ?? orderFrom(query, query.size === 0 ? usual : { ...choices.usual, seed: usual.seed });
    this.board = new Board('Minesweeper board', {
      act: (cell, gesture) => this.act(cell, gesture),
      look: (cell) => this.coach.look(cell),
    });
    this.game = new PlayedGame(order, {
      stands: () => this.stands(),
      flags: (cell, symbol) => this.board.showOne(cell, symbol),
      played: (action, turn) => this.heard(action, turn),
      refused: (error) => this.complain(error),
      waits: () => this.tell('Looking for a board that needs no guess…'),
    });
    this.keepsake = new Keepsake(this.game, (error) => this.complain(error));
    this.coach = new Coach(this, this.board);
    this.review = new Review(this, this.board);
    const flagged = (on: boolean) => {
      this.board.flagMode = on;
      say(on ? 'A tap flags' : 'A tap opens');
    };
    this.flagSwitch = toggle('Flag mode', false, flagged, 'A tap flags, a long press opens (M)');
    this.form = new DealForm(
      order,
      choices,
      (next) => {
        keepOrder(next);
        this.deal(next);
      },
      [button('New game', () => this.again(freshSeed()), { class: 'primary', title: 'New game (N)' })],
      true,
    );
    this.element = div(
      'room play',
      div(
        'stage',
        this.form.element,
        div(
          'frame',
          div('strip', tally('mines', this.mines), this.face, tally('seconds', this.seconds)),
          this.board.element,
        ),
        div(
          'row tools',
          this.flagSwitch,
          this.undoButton,
          button('Restart', () => this.restart(), { title: 'The same board from the start' }),
        ),
        this.message,
        this.results.element,
        this.keepsake.element,
      ),
      h(
        'aside',
        { class: 'side', 'aria-label': 'Coach' },
        ...this.coach.elements,
        this.review.element,
        this.results.bests,
        hands(),
        keys(),
      ),
    );
    this.face.append(face('playing'));
    const { signal } = this.over;
    onSetting((name) => name === 'chord' && this.chord(), signal);
    window.addEventListener('pagehide', () => this.save(), { signal });
    document.addEventListener('visibilitychange', () => this.save(), { signal });
    this.ticking = setInterval(() => this.tick(), TICK) as unknown as number;
    const saved = latest ?? savedGame(order);
    if (saved && !saved.over && saved.moves.length > 0) saved.help.resumed = true;
    this.form.show(order);
    this.game.begin(order, saved);
  }

  // ---- the room ----

  get address(): string {
    return addressOf({ room: 'play', query: this.query });
  }

  private get query(): URLSearchParams {
    const state = Object.entries(orderAsState(this.game.order, this.choices.usual));
    return new URLSearchParams(state.filter((pair): pair is [string, string] => pair[1] !== undefined));
  }

  restyle(): void {
    this.board.restyle();
  }

  enter(): void {
    document.addEventListener('keydown', this.key);
    this.writeAddress();
  }

  leave(): void {
    document.removeEventListener('keydown', this.key);
    this.save();
    analyst.drop();
  }

  dispose(): void {
    this.over.abort();
    clearInterval(this.ticking);
    clearTimeout(this.saving);
    this.game.dispose();
    this.board.dispose();
    this.element.remove();
  }

  private writeAddress(): void {
    if (this.element.isConnected) remember('play', Object.fromEntries(this.query));
  }

  /** What the board shows: the game as it stands, or an earlier position of it. */
  get shown(): Position | undefined {
    return this.past ?? this.game.position;
  }

  // ---- the game ----

  private again(seed: number): void {
    this.deal({ ...this.game.order, seed, deal: 0, board: null });
  }

  /** The same board from the start: it is known now. */
  private restart(): void {
    this.deal(this.game.order, true);
  }

  private deal(order: Order, repeated = false): void {
    this.past = undefined;
    this.review.close();
    this.results.close();
    this.coach.forget();
    this.tell('');
    this.game.begin(order);
    this.game.help.repeated = repeated;
    this.form.show(order);
    this.writeAddress();
  }

  private act(cell: number, gesture: Gesture): void {
    if (!this.coach.takes(cell)) this.game.act(cell, gesture);
  }

  private undo(): void {
    this.game.undo();
  }

  private chord(): void {
    // Where cells can be asked again, a click on an open one does that.
    this.board.chording = this.game.asks ? 'left' : setting('chord');
  }

  /** The game stands elsewhere: everything that shows it is drawn anew. */
  private stands(): void {
    const { game } = this;
    const { position, turn, phase } = game;
    this.past = undefined;
    this.coach.forget();
    this.chord();
    this.element.dataset.status = phase;
    this.face.replaceChildren(face(phase));
    this.face.dataset.status = phase;
    this.undoButton.disabled = game.moves.length === 0;
    this.board.element.classList.toggle('waiting', phase === 'dealing' || phase === 'failed');
    this.tick();
    if (!position || !turn) {
      this.keepsake.offer(false);
      this.mines.textContent = '–';
      this.board.explain(undefined);
      this.board.show(closed(this.board.shape));
      return;
    }
    this.board.show(position, revelation(position, turn));
    // A win has found all of them.
    const left = phase === 'won' ? 0 : (position.mines ?? 0) - turn.flags;
    this.mines.textContent = position.mines === null ? '?' : String(left);
    this.coach.refresh();
    this.saveSoon();
    this.keepsake.offer(game.over);
    if (!game.over) {
      this.tell(this.opening());
      this.review.close();
      this.results.close();
      this.results.recall(game.order);
      return;
    }
    this.tell(this.results.tell(game));
    void this.review.open({ order: game.order, end: position, moves: [...game.moves] });
  }

  /** What is to be said before the first click. */
  private opening(): string {
    const { game } = this;
    if (game.moves.length > 0) return '';
    if (game.order.no_guess) return 'No guessing: open any cell, and the rest follows by logic.';
    if (game.order.kaboom) return 'Kaboom: a guess that is needed is always safe, any other always loses.';
    return game.asks ? 'Click an open cell to ask for its number again.' : '';
  }

  lookBack(past: Position | undefined): void {
    const { position, turn, over } = this.game;
    if (!position || !turn || !over) return;
    this.past = past;
    this.coach.forget();
    this.board.explain(undefined);
    if (past) this.board.show(past);
    else {
      this.board.show(position, revelation(position, turn));
      this.tell(this.results.words);
    }
  }

  private heard(action: Move, turn: Turn): void {
    if (turn.status !== 'playing') {
      say(this.results.words);
      return;
    }
    if (turn.judgement === 'needed') this.tell('A needed guess: it was safe.');
    const cell = action.act === 'declare' ? 0 : action.cell;
    if (turn.changed.length > 1) say(`${counted(turn.changed.length, 'cell')} opened`);
    else if (action.act === 'flag') say(turn.shows === 'F' ? 'flagged' : 'flag taken off');
    else say(this.board.describe(cell));
  }

  private tick(): void {
    this.seconds.textContent = String(Math.floor(this.game.clock.spent / 1000));
  }

  // ---- what is kept ----

  private saveSoon(): void {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVE_AFTER) as unknown as number;
  }

  private save(): void {
    clearTimeout(this.saving);
    const { game } = this;
    if (game.playing || game.over) saveGame(game.snapshot);
  }

  helped(): void {
    this.saveSoon();
  }

  analyseThis(): void {
    const { shown, game } = this;
    if (!shown) return;
    if (game.playing) {
      game.help.analysis = true;
      this.save();
    }
    void addressOfPosition(shown, this.choices.usual).then(go, (error) => this.complain(error));
  }

  // ---- keys ----

  private readonly key = (event: KeyboardEvent): void => {
    if (isTyping(event)) return;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === 'z') {
      event.preventDefault();
      this.undo();
      return;
    }
    if (this.board.key(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => unknown> = {
      u: () => this.undo(),
      h: () => void this.coach.hint(),
      w: () => void this.coach.why(this.board.current),
      n: () => this.again(freshSeed()),
      m: () => this.flagSwitch.click(),
      p: () => this.coach.probabilities.click(),
      a: () => this.game.ask(this.board.current),
      escape: () => this.coach.escape(),
    };
    const act = acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  };

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
  return div('tally', counter, h('span', {}, label));
}
