// Watch: any player of the roster on any deal, a step at a time or at any speed, each
// with its reason; two players side by side on the same deal.
import type { Order, Position, Roster, Step } from '../../engine/engine.js';
import { remember } from '../address';
import { Board } from '../board/board';
import { SHOWN_MINE } from '../board/painter';
import { DealForm } from '../deals';
import { button, field, h, say, toggle } from '../dom';
import { stage, wasCancelled } from '../engine';
import { Influence } from '../influence';
import { freshSeed, orderAsState, orderFrom } from '../orders';
import { move, share } from '../words';
import type { RoomView } from './room';

/** Steps a second at each notch of the slider. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64, 240];

/** One player at its board. */
class Seat {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly input: HTMLInputElement;
  private readonly log = h('ol', { class: 'log', tabindex: '0', 'aria-label': 'Steps' });
  private readonly reason = h('p', { class: 'reason' });
  private readonly figures = h('p', { class: 'small figures' });
  private influence = new Influence();
  private steps: Step[] = [];
  private position: Position | undefined;
  private guesses = 0;
  over = false;

  constructor(
    private readonly number: number,
    player: string,
    private readonly changed: () => void,
  ) {
    const chosen = field(number === 0 ? 'Player' : 'Second player', {
      value: player,
      list: 'roster',
      spellcheck: 'false',
      autocapitalize: 'off',
    });
    this.input = chosen.input;
    this.input.addEventListener('change', () => this.changed());
    this.board = new Board(`Board of player ${number + 1}`, {});
    this.element = h(
      'section',
      { class: 'seat', 'aria-label': number === 0 ? 'First player' : 'Second player' },
      chosen.element,
      h('div', { class: 'frame' }, this.board.element),
      this.reason,
      this.figures,
      this.log,
    );
  }

  get player(): string {
    return this.input.value.trim();
  }

  async begin(order: Order): Promise<void> {
    this.influence = new Influence();
    this.steps = [];
    this.guesses = 0;
    this.over = false;
    this.log.replaceChildren();
    this.reason.textContent = '';
    this.figures.textContent = '';
    this.element.dataset.status = 'playing';
    try {
      this.position = await stage.call('seat', this.number, order, this.player);
      this.board.explain(undefined);
      this.board.mark([]);
      this.board.show(this.position, this.position.tiles);
    } catch (error) {
      if (wasCancelled(error)) return;
      this.over = true;
      this.reason.textContent = error instanceof Error ? error.message : String(error);
      say(this.reason.textContent);
    }
  }

  async advance(count: number, arrows: boolean): Promise<void> {
    if (this.over) return;
    const steps = await stage.call('steps', this.number, count);
    for (const step of steps) this.take(step);
    if (steps.length < count) this.over = true;
    this.show(arrows);
  }

  private take(step: Step): void {
    const position = this.position;
    if (!position) return;
    const opens = step.action.act === 'open' || step.action.act === 'chord';
    if (opens && !step.certain && this.steps.length > 0) this.guesses += 1;
    this.steps.push(step);
    this.influence.add(step);
    this.board.change(step.turn.changed, step.turn.shows);
    const number = this.steps.length;
    const sure = step.certain ? 'certain' : 'guess';
    this.log.append(
      h(
        'li',
        { class: sure, value: number },
        h('b', {}, move(position, step.action)),
        ` ${step.fault ?? `${sure}: ${step.why}`}`,
      ),
    );
    // A long game keeps its latest steps.
    while (this.log.children.length > 300) this.log.firstElementChild?.remove();
    const { status } = step.turn;
    this.over = status !== 'playing' || step.fault !== null;
    this.element.dataset.status = status;
    if (status === 'lost' && step.turn.mines) {
      const left = step.turn.mines.filter((cell) => this.board.tile(cell) === '*');
      this.board.change(left, SHOWN_MINE.repeat(left.length));
    }
  }

  show(arrows: boolean): void {
    const step = this.steps.at(-1);
    const position = this.position;
    if (!step || !position) return;
    const at = this.steps.length - 1;
    const { action } = step;
    const marks = step.because.map((cell) => ({ cell, kind: 'clue' }) as const);
    const target =
      action.act === 'declare' ? [] : [{ cell: action.cell, kind: step.certain ? 'safe' : 'target' } as const];
    this.board.mark([...marks, ...target], arrows ? this.influence.arrows(at) : []);
    const clues =
      step.because.length === 0
        ? ''
        : `, by ${step.because.length === 1 ? 'one clue' : `${step.because.length} clues`}`;
    const value = step.value === null ? '' : `; wins with ${share(step.value)}`;
    const result =
      { won: ' Won.', lost: ' A mine: lost.', playing: '', finished: ' Finished.' }[step.turn.status] ?? '';
    this.reason.textContent =
      step.fault ??
      `Step ${at + 1}: ${move(position, action)}, ${step.certain ? 'certain' : 'a guess'} (${step.why || 'no reason given'})${clues}${value}.${result}`;
    this.figures.textContent = `Guesses ${this.guesses} · chain of influence ${this.influence.length(at)}, longest ${this.influence.longest()}`;
    this.log.scrollTop = this.log.scrollHeight;
    if (step.turn.status !== 'playing') say(`${this.player}:${result}`);
  }
}

export class Watch implements RoomView {
  readonly element: HTMLElement;
  private order: Order;
  private readonly form: DealForm;
  private readonly first: Seat;
  private second: Seat | undefined;
  private readonly seats = h('div', { class: 'seats' });
  private readonly roster = h('datalist', { id: 'roster' });
  private readonly about = h('dl', { class: 'roster' });
  private readonly runButton: HTMLButtonElement;
  private readonly speed: HTMLInputElement;
  private arrows = true;
  private running = 0;
  private last = 0;
  private due = 0;
  private working = false;

  constructor(query: URLSearchParams) {
    this.order = orderFrom(query, freshSeed());
    const restart = () => void this.restart();
    this.first = new Seat(0, query.get('player') ?? 'surefoot', restart);
    const other = query.get('against');
    if (other) this.second = new Seat(1, other, restart);
    this.form = new DealForm(
      this.order,
      (order) => {
        this.order = order;
        void this.restart();
      },
      [
        button(
          'New deal',
          () => {
            this.order = { ...this.order, seed: freshSeed(), board: null };
            this.form.reseed(this.order);
            void this.restart();
          },
          { class: 'primary' },
        ),
      ],
    );
    this.runButton = button('Run', () => this.run(this.running === 0), { class: 'primary run' });
    const speed = field('Speed', { type: 'range', min: 0, max: SPEEDS.length - 1, value: 3 });
    this.speed = speed.input;
    this.element = h(
      'div',
      { class: 'room watch' },
      h(
        'div',
        { class: 'stage' },
        this.form.element,
        h(
          'div',
          { class: 'row controls' },
          button('Step', () => void this.step(1), { class: 'single' }),
          this.runButton,
          button('To the end', () => void this.finish()),
          button('Restart', restart),
          speed.element,
          toggle(
            'Arrows',
            true,
            (on) => {
              this.arrows = on;
              for (const seat of this.all()) seat.show(on);
            },
            'Which clues led to a step, and what led to those',
          ),
          toggle('Two players', this.second !== undefined, (on) => this.pair(on)),
        ),
        this.seats,
        this.roster,
        h('details', { class: 'more' }, h('summary', {}, 'The players'), this.about),
      ),
    );
    this.arrange();
    void stage
      .call('roster')
      .then((roster) => this.introduce(roster))
      .catch(() => undefined);
    void this.restart();
  }

  restyle(): void {
    for (const seat of this.all()) seat.board.restyle();
  }

  enter(): void {
    this.writeAddress();
  }

  leave(): void {
    this.run(false);
  }

  private all(): Seat[] {
    return this.second ? [this.first, this.second] : [this.first];
  }

  private arrange(): void {
    this.seats.replaceChildren(...this.all().map((seat) => seat.element));
    this.seats.classList.toggle('pair', this.second !== undefined);
  }

  private pair(on: boolean): void {
    this.second = on
      ? new Seat(1, this.first.player === 'exact' ? 'surefoot' : 'exact', () => void this.restart())
      : undefined;
    this.arrange();
    void this.restart();
  }

  private introduce({ players }: Roster): void {
    this.roster.append(...players.map(({ name }) => h('option', { value: name })));
    this.about.append(
      ...players.flatMap(({ name, source, about, options }) => [
        h('dt', {}, name, h('span', { class: 'small' }, ` (${source})`)),
        h(
          'dd',
          {},
          about,
          ...options.map((option) =>
            h('div', { class: 'small' }, h('code', {}, `${name}:${option.form}`), ` ${option.about}`),
          ),
        ),
      ]),
    );
  }

  private async restart(): Promise<void> {
    this.run(false);
    if (stage.busy) stage.cancel();
    if (this.element.isConnected) this.writeAddress();
    await Promise.all(this.all().map((seat) => seat.begin(this.order)));
  }

  private writeAddress(): void {
    remember('watch', { ...orderAsState(this.order), player: this.first.player, against: this.second?.player });
  }

  private async step(count: number): Promise<void> {
    if (this.working) return;
    this.working = true;
    try {
      await Promise.all(this.all().map((seat) => seat.advance(count, this.arrows)));
    } catch (error) {
      if (!wasCancelled(error)) {
        this.run(false);
        say(String(error));
      }
    } finally {
      this.working = false;
    }
  }

  private get over(): boolean {
    return this.all().every((seat) => seat.over);
  }

  private async finish(): Promise<void> {
    this.run(false);
    while (!this.over) {
      if (!this.element.isConnected) return;
      await this.step(200);
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
      const speed = SPEEDS[Number(this.speed.value)] ?? 4;
      this.due = Math.min(this.due + ((now - this.last) / 1000) * speed, speed);
      this.last = now;
      if (this.over) {
        this.run(false);
        return;
      }
      const whole = Math.floor(this.due);
      if (whole > 0 && !this.working) {
        this.due -= whole;
        void this.step(whole);
      }
      this.running = requestAnimationFrame(frame);
    };
    this.running = requestAnimationFrame(frame);
  }
}
