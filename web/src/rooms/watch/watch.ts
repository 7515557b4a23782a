// Watch: any player of the roster on any deal, a step at a time or at any speed, each
// with its reason; two players side by side on the same deal.
import type { Choices, Order, PlayerEntry, Position } from '../../../engine/engine.js';
import { addressOf, addressOfGame, addressOfPosition, go, remember, stated } from '../../address';
import { DealForm } from '../../deals';
import { button, div, field, h, say, toggle } from '../../dom';
import { stage, thinker, wasCancelled } from '../../engine';
import { freshSeed, orderAsState, orderFrom } from '../../orders';
import { SPEEDS, STEPS_AT_ONCE, USUAL_SPEED } from '../../tunables';
import { wordsOf } from '../../words';
import type { RoomView } from '../room';
import { Seat } from './seat';

export class Watch implements RoomView {
  readonly element: HTMLElement;
  private order: Order;
  private readonly form: DealForm;
  private readonly first: Seat;
  private second: Seat | undefined;
  private readonly seats = div('seats');
  private readonly runButton: HTMLButtonElement;
  private readonly speed: HTMLInputElement;
  private readonly names = h('datalist', { id: 'roster' });
  private readonly roster = h('dl', { class: 'roster' });
  private arrows = true;
  private running = 0;
  private last = 0;
  private due = 0;
  /** Steps are made one after the other; none that was asked for is lost. */
  private queue: Promise<void> = Promise.resolve();
  private working = 0;
  /** Which games these are: what was asked of others is not done. */
  private games = 0;

  constructor(
    query: URLSearchParams,
    private readonly choices: Choices,
  ) {
    this.order = orderFrom(query, { ...choices.usual, seed: freshSeed() });
    const restart = () => void this.restart();
    this.first = this.seat(0, query.get('player') ?? 'surefoot');
    const other = query.get('against');
    if (other) this.second = this.seat(1, other);
    const ordered = (order: Order) => {
      this.order = order;
      void this.restart();
    };
    const deal = () => {
      this.order = { ...this.order, seed: freshSeed(), board: null };
      this.form.show(this.order);
      void this.restart();
    };
    this.form = new DealForm(this.order, choices, ordered, [button('New deal', deal, { class: 'primary' })]);
    const arrows = (on: boolean) => {
      this.arrows = on;
      for (const seat of this.all()) void seat.show(on);
    };
    this.runButton = button('Run', () => this.run(this.running === 0), { class: 'primary run' });
    const speed = field('Speed', { type: 'range', min: 0, max: SPEEDS.length - 1, value: USUAL_SPEED });
    this.speed = speed.input;
    this.element = div(
      'room watch',
      div(
        'stage',
        this.form.element,
        div(
          'row controls',
          button('◂ Back', () => this.back(), { class: 'single-back', title: 'One step back' }),
          button('Step', () => this.step(1), { class: 'single' }),
          this.runButton,
          button('To the end', () => void this.finish()),
          button('Restart', restart),
          speed.element,
          toggle('Arrows', true, arrows, 'Which clues led to a step, and what led to those'),
          toggle('Two players', this.second !== undefined, (on) => this.pair(on)),
        ),
        this.seats,
        this.names,
        h('details', { class: 'more' }, h('summary', {}, 'The players'), this.roster),
      ),
    );
    this.arrange();
    void this.restart();
    void this.listPlayers();
  }

  /** Who can be watched; the engine with the players in it knows. */
  private async listPlayers(): Promise<void> {
    try {
      const players = await thinker.call('players');
      this.names.replaceChildren(...players.map(({ name }) => h('option', { value: name })));
      this.roster.replaceChildren(...entries(players));
    } catch {
      // Then names have to be known.
    }
  }

  restyle(): void {
    for (const seat of this.all()) seat.board.restyle();
  }

  get address(): string {
    return addressOf({ room: 'watch', query: stated(this.state) });
  }

  enter(): void {
    this.writeAddress();
  }

  leave(): void {
    this.run(false);
  }

  dispose(): void {
    this.games += 1;
    this.run(false);
    if (stage.busy) stage.cancel();
    for (const seat of this.all()) seat.dispose();
    this.element.remove();
  }

  private seat(number: number, player: string): Seat {
    const analyse = (position: Position) =>
      void addressOfPosition(position, this.choices.usual).then(go, (error) => say(wordsOf(error)));
    const play = (position: Position) => go(addressOfGame(position, undefined, this.choices.usual));
    return new Seat(number, player, () => void this.restart(), { analyse, play });
  }

  private all(): Seat[] {
    return this.second ? [this.first, this.second] : [this.first];
  }

  private arrange(): void {
    this.seats.replaceChildren(...this.all().map((seat) => seat.element));
    this.seats.classList.toggle('pair', this.second !== undefined);
  }

  private pair(on: boolean): void {
    this.second?.dispose();
    this.second = on ? this.seat(1, this.first.player === 'exact' ? 'surefoot' : 'exact') : undefined;
    this.arrange();
    this.restyle();
    void this.restart();
  }

  private async restart(): Promise<void> {
    this.run(false);
    this.games += 1;
    if (stage.busy) stage.cancel();
    if (this.element.isConnected) this.writeAddress();
    const begun = this.all().map((seat) => seat.begin(this.order));
    this.queue = Promise.all(begun).then(() => undefined);
    await this.queue;
  }

  private get state(): Record<string, string | undefined> {
    return {
      ...orderAsState(this.order, this.choices.usual),
      player: this.first.player,
      against: this.second?.player,
    };
  }

  private writeAddress(): void {
    remember('watch', this.state);
  }

  /** Does something at every board once everything before it is done, if it is the same game then. */
  private after(what: (seat: Seat) => Promise<void>): Promise<void> {
    const { games } = this;
    this.working += 1;
    this.queue = this.queue.then(async () => {
      try {
        if (games === this.games) await Promise.all(this.all().map(what));
      } catch (error) {
        if (!wasCancelled(error)) {
          this.run(false);
          say(wordsOf(error));
        }
      } finally {
        this.working -= 1;
      }
    });
    return this.queue;
  }

  private step(count: number): Promise<void> {
    return this.after((seat) => seat.advance(count, this.arrows));
  }

  private back(): void {
    this.run(false);
    void this.after((seat) => seat.back(this.arrows));
  }

  private get over(): boolean {
    return this.all().every((seat) => seat.over);
  }

  private async finish(): Promise<void> {
    this.run(false);
    const { games } = this;
    while (!this.over && games === this.games && this.element.isConnected) {
      await this.step(STEPS_AT_ONCE);
      await new Promise(requestAnimationFrame);
    }
  }

  private run(on: boolean): void {
    cancelAnimationFrame(this.running);
    this.running = 0;
    this.runButton.textContent = on ? 'Pause' : 'Run';
    if (!on) return;
    this.last = performance.now();
    this.due = 1;
    const frame = (now: number) => {
      const speed = SPEEDS[Number(this.speed.value)] ?? 1;
      this.due = Math.min(this.due + ((now - this.last) / 1000) * speed, speed);
      this.last = now;
      if (this.over) {
        this.run(false);
        return;
      }
      const whole = Math.floor(this.due);
      if (whole > 0 && this.working === 0) {
        this.due -= whole;
        void this.step(whole);
      }
      this.running = requestAnimationFrame(frame);
    };
    this.running = requestAnimationFrame(frame);
  }
}

/** The players, what they do and what they can be told. */
function entries(players: readonly PlayerEntry[]): HTMLElement[] {
  return players.flatMap(({ name, source, about, options }) => {
    const all = options.map(({ form, about }) => div('small', h('code', {}, `${name}:${form}`), ` ${about}`));
    return [h('dt', {}, name, h('span', { class: 'small' }, ` (${source})`)), h('dd', {}, about, ...all)];
  });
}
