// Replay: a game as a program recorded it, or as it was played here; played back, reviewed beside it, and
// left at any moment to play on, to analyse or to send. Files are read by the engine, in a worker that is
// started when the first one comes.
//
// Each replay has a number, every question carries it, and what comes back for another is thrown away.
import './replay.css';
import type { Choices, Position } from '../../../engine/engine.js';
import { addressOf, remember, stated } from '../../address';
import { button, div, h, select } from '../../dom';
import { analyst, expectReplay, projector, wasCancelled } from '../../engine';
import { gameOf, orderOf } from '../../recorded';
import type { ReplaySource } from '../../replay-worker';
import { LARGEST_FILE } from '../../tunables';
import { wordsOf } from '../../words';
import type { RoomView } from '../room';
import { replayKeys } from './controls';
import { lineOf, Measures, titleOf } from './facts';
import { GuessList } from './guesses';
import { MomentActions } from './moment';
import { type Projected, Projection } from './projection';
import { isWeighing, stopWeighing, Weighing } from './weighing';

const WELCOME =
  'Drop a replay anywhere on the page, or choose a file: Arbiter (.avf), Metasweeper (.evf, .evfs), ' +
  'Viennasweeper (.rmv), Clone (.mvf) or RawVF (.rawvf). It is played back, and every guess is weighed: how safe ' +
  'it was, what was better, and what it cost. Games that you play here can be replayed too: look below the board at ' +
  'their end. Nothing is sent anywhere.';

let replays = 0;

export class Replay implements RoomView, Projected {
  readonly element: HTMLElement;
  private readonly projection = new Projection(this);
  private readonly guesses = new GuessList(this.projection);
  private readonly measures = new Measures();
  private readonly moment: MomentActions;
  private readonly chooser = select('Game', [], '', (value) => this.choose(Number(value)));
  private readonly file = h('input', { type: 'file', hidden: true, accept: '.avf,.evf,.evfs,.rmv,.mvf,.rawvf,.txt' });
  private readonly welcome = h('p', { class: 'welcome' }, WELCOME);
  private readonly heading = h('p', { class: 'title' });
  private readonly message = h('p', { class: 'message', role: 'alert' });
  /** What the address says, if a link led here. */
  private state: Record<string, string | undefined>;
  /** The file whose games can be chosen. */
  private bytes: Uint8Array | undefined;
  /** The number of the replay that is read, and of the one that is shown. */
  private reading = 0;
  private shown = 0;

  constructor(
    query: URLSearchParams,
    private readonly choices: Choices,
  ) {
    const [game, at] = [query.get('game') ?? undefined, query.get('at') ?? undefined];
    this.state = { game, at };
    this.moment = new MomentActions(choices.usual, (words) => this.tell(words));
    this.file.addEventListener('change', () => void this.openFile(this.file.files?.[0]));
    this.chooser.element.hidden = true;
    this.element = div(
      'room replay',
      div(
        'stage',
        div(
          'row',
          button('Choose a file…', () => this.chooseFile(), { class: 'primary choose-file' }),
          this.file,
          this.chooser.element,
          this.heading,
        ),
        this.message,
        this.welcome,
        this.projection.element,
      ),
      h(
        'aside',
        { class: 'side', 'aria-label': 'Review and measures' },
        this.moment.element,
        this.projection.explainer.element,
        this.guesses.element,
        this.measures.element,
        replayKeys(),
      ),
    );
    this.element.dataset.state = 'empty';
    if (game !== undefined) this.follow(game, at);
  }

  // ---- the room ----

  get address(): string {
    return addressOf({ room: 'replay', query: stated(this.state) });
  }

  restyle(): void {
    this.projection.restyle();
  }

  enter(): void {
    document.addEventListener('keydown', this.key);
    remember('replay', this.state);
  }

  leave(): void {
    document.removeEventListener('keydown', this.key);
    this.projection.run(false);
    analyst.drop();
  }

  dispose(): void {
    this.reading = -1;
    this.shown = -1;
    stopWeighing();
    this.projection.dispose();
    this.element.remove();
  }

  private readonly key = (event: KeyboardEvent): void => {
    this.projection.key(event);
  };

  tell(words: string): void {
    this.message.textContent = words;
  }

  complain(error: unknown): void {
    if (!wasCancelled(error)) this.tell(wordsOf(error));
  }

  stands(at: number): void {
    this.moment.stand(at);
  }

  sees(position: Position, at: number): void {
    this.element.dataset.at = String(at);
    this.moment.see(position);
    this.guesses.point(at);
  }

  // ---- what is read ----

  /** What was dropped on the page. */
  read(what: Uint8Array | string): void {
    void this.take(typeof what === 'string' ? new TextEncoder().encode(what) : what);
  }

  private chooseFile(): void {
    // While somebody looks for it.
    expectReplay();
    this.file.click();
  }

  private async openFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > LARGEST_FILE) this.tell('This file is too large to be read.');
    else void this.take(new Uint8Array(await file.arrayBuffer()));
    // The same file can be chosen again.
    this.file.value = '';
  }

  /** A file: if it holds several games, the first of them, and the choice of the others. */
  private async take(bytes: Uint8Array): Promise<void> {
    const number = this.begin();
    await Promise.all([this.open(number, { bytes, number: 0 }), this.list(number, bytes)]);
  }

  private async list(number: number, bytes: Uint8Array): Promise<void> {
    try {
      const lines = await projector.call('list', bytes);
      if (number !== this.reading) return;
      this.bytes = bytes;
      const { input, element } = this.chooser;
      input.replaceChildren(...lines.map((line, at) => h('option', { value: at }, lineOf(line, at))));
      element.hidden = lines.length < 2;
    } catch {
      // Whoever opens it says what is wrong.
    }
  }

  private choose(game: number): void {
    const { bytes } = this;
    if (bytes) void this.open(this.begin(), { bytes, number: game });
  }

  /** A game in a link, at a moment. */
  private follow(code: string, at: string | undefined): void {
    const number = this.begin();
    try {
      const game = gameOf(code);
      const source = { order: orderOf(game, this.choices.usual), moves: [...game.actions] };
      void this.open(number, source, Number(at ?? 0) || 0);
    } catch (error) {
      this.fail(number, error);
    }
  }

  /** Something is being read: what was shown before stays until it is there. */
  private begin(): number {
    replays += 1;
    this.reading = replays;
    this.projection.run(false);
    this.tell('Reading the replay…');
    this.element.dataset.state = 'reading';
    return replays;
  }

  private fail(number: number, error: unknown): void {
    if (number !== this.reading || wasCancelled(error)) return;
    this.element.dataset.state = this.shown > 0 ? 'ready' : 'failed';
    this.complain(error);
  }

  private async open(number: number, source: ReplaySource, at = 0): Promise<void> {
    try {
      // Both at once; but what is weighed now stays until it is known that this can be read.
      const early = isWeighing() ? undefined : this.weigh(number, source);
      const facts = await projector.call('open', number, source);
      if (number !== this.reading) return;
      const fromFile = 'bytes' in source;
      this.shown = number;
      if (fromFile) this.state = {};
      if (this.element.isConnected) remember('replay', this.state);
      this.heading.textContent = titleOf(facts, fromFile);
      this.tell(facts.remarks.map((remark) => `This replay ${remark}.`).join(' '));
      this.welcome.hidden = true;
      this.measures.show(facts, fromFile);
      this.moment.open(number, facts);
      const playback = this.projection.open(number, facts, at);
      const shape = { ...facts, neighbourhood: this.choices.usual.neighbourhood };
      this.guesses.open(shape, (action) => playback.timeOf(action));
      this.element.dataset.state = 'ready';
      this.element.dataset.review = 'weighing';
      const weighing = early ?? this.weigh(number, source);
      this.know(weighing);
      const failed = await weighing.end;
      if (number !== this.shown) return;
      if (failed === undefined) this.element.dataset.review = 'done';
      else if (!wasCancelled(failed)) this.guesses.fail(wordsOf(failed));
    } catch (error) {
      this.fail(number, error);
    }
  }

  /** The review, which is shown as soon as the replay is. */
  private weigh(number: number, source: ReplaySource): Weighing {
    const weighing = new Weighing(number, source, () => {
      if (number === this.shown) this.know(weighing);
    });
    return weighing;
  }

  private know({ found }: Weighing): void {
    if (!found) return;
    this.guesses.show(found);
    this.projection.know(found);
  }
}
