// The game as it is played: what is seen, what was done, and where it stands. It draws
// nothing and knows no room; whoever listens is told when it has changed.
//
// The engine plays in a worker, so every answer is one of an earlier moment. Each deal has
// a number, every question carries it, and what comes back for another deal than the one on
// the table is thrown away. While a deal is looked for there is nothing on the table: hands that go
// on clicking must not reach the next board.
import type { Move, Order, Position, TimedMove, Turn } from '../../../engine/engine.js';
import type { Gesture } from '../../board/gestures';
import { game as engine, wasCancelled } from '../../engine';
import { after, isClosed, tile } from '../../position';
import { Clock } from './clock';
import { type Clicks, type Help, noClicks, noHelp, type SavedGame } from './saved';

/** Where a game stands: being dealt, not to be had, or what the engine says. */
export type Phase = 'dealing' | 'failed' | 'playing' | 'won' | 'lost' | 'finished';

export interface GameListener {
  /** There is another position, or another phase. */
  stands(): void;
  /** A flag is set or taken off, which a hand sees before the engine has answered. */
  flags(cell: number, symbol: string): void;
  /** An action was carried out. */
  played(action: Move, turn: Turn): void;
  /** Something was not done, and this is why. */
  refused(error: unknown): void;
  /** Something takes long: looking for a board. */
  waits(): void;
}

let deals = 0;

export class PlayedGame {
  order: Order;
  phase: Phase = 'dealing';
  /** What is seen now. */
  position: Position | undefined;
  /** What was seen before the last action. */
  before: Position | undefined;
  turn: Turn | undefined;
  moves: Move[] = [];
  /** When each of them was made, in milliseconds of the clock. */
  private times: number[] = [];
  clicks: Clicks = noClicks();
  help: Help = noHelp();
  readonly clock = new Clock();
  /** The number of the deal on the table. */
  private deal = 0;
  private queue: Promise<void> = Promise.resolve();
  /** How many actions are not answered yet. */
  private pending = 0;

  constructor(
    order: Order,
    private readonly listener: GameListener,
  ) {
    this.order = order;
  }

  get playing(): boolean {
    return this.phase === 'playing';
  }

  get over(): boolean {
    return this.phase === 'won' || this.phase === 'lost' || this.phase === 'finished';
  }

  /** Whether no cell has been opened yet. */
  get untouched(): boolean {
    return this.position !== undefined && !/[^*F]/.test(this.position.tiles);
  }

  /** Whether numbers may be asked for again. */
  get asks(): boolean {
    return this.order.clues.includes('asks=');
  }

  /** Deals what is ordered; with a game that was kept, as far as that had come. */
  begin(order: Order, saved?: SavedGame): void {
    const old = this.deal;
    deals += 1;
    this.deal = deals;
    this.order = order;
    this.phase = 'dealing';
    this.position = undefined;
    this.before = undefined;
    this.turn = undefined;
    this.moves = [];
    this.times = [];
    this.clicks = { ...noClicks(), ...saved?.clicks };
    this.help = { ...noHelp(), ...saved?.help };
    this.clock.reset(saved?.spent ?? 0);
    // Whatever is being worked on belongs to the deal before.
    if (engine.busy) engine.cancel();
    else if (old > 0) void engine.call('forget', old).catch(() => undefined);
    this.listener.stands();
    this.queue = this.lay(this.deal, order, saved?.moves ?? [], saved?.times ?? []);
  }

  /** Leaves the table. */
  dispose(): void {
    const { deal } = this;
    this.deal = -1;
    this.clock.stop();
    if (engine.busy) engine.cancel();
    else if (deal > 0) void engine.call('forget', deal).catch(() => undefined);
  }

  private async lay(deal: number, order: Order, moves: Move[], times: number[]): Promise<void> {
    try {
      const { position, turn } = await engine.call('deal', deal, order, moves);
      if (deal !== this.deal) return;
      this.moves = [...moves];
      // Of what was kept without times, nobody knows more than how long it took.
      const each = this.clock.spent / Math.max(moves.length, 1);
      this.times = times.length === moves.length ? [...times] : moves.map((_, at) => Math.round(at * each));
      this.stand(position, turn);
      if (this.playing && moves.length > 0) this.clock.start();
    } catch (error) {
      if (deal !== this.deal || wasCancelled(error)) return;
      // What was kept by another version may not be playable any more; the board is.
      if (moves.length > 0) {
        this.begin(order);
        return;
      }
      this.phase = 'failed';
      this.listener.stands();
      this.listener.refused(error);
    }
  }

  private stand(position: Position, turn: Turn): void {
    this.position = position;
    this.turn = turn;
    this.phase = turn.status as Phase;
    if (this.over) this.clock.stop();
    this.listener.stands();
  }

  /** What hands did to a cell. */
  act(cell: number, gesture: Gesture): void {
    if (!this.playing) return;
    this.clicks[gesture] += 1;
    const time = this.clock.spent;
    // The answer comes a frame later; only after other actions nobody knows yet what it will be.
    const symbol = this.position && tile(this.position, cell);
    if (gesture === 'flag' && this.pending === 0 && symbol && isClosed(symbol))
      this.listener.flags(cell, symbol === 'F' ? '*' : 'F');
    this.after((now) => this.play(cell, gesture, now, time));
  }

  /** Asks an open cell for one more draw of its number. */
  ask(cell: number): void {
    const time = this.clock.spent;
    if (this.playing) this.after((now) => this.carryOut({ act: 'ask', cell }, now, time));
  }

  undo(): void {
    this.queue = this.queue.then(async () => {
      const { deal } = this;
      if (this.moves.length === 0 || !(this.playing || this.over)) return;
      try {
        const { position, turn } = await engine.call('undo', deal);
        if (deal !== this.deal) return;
        this.moves.pop();
        this.times.pop();
        this.before = undefined;
        this.help.undos += 1;
        this.clock.start();
        this.stand(position, turn);
      } catch (error) {
        this.complain(deal, error);
      }
    });
  }

  /** Does something once everything before it is done, if the same game is still on. */
  private after(what: (now: Position) => Promise<void>): void {
    const { deal } = this;
    this.pending += 1;
    this.queue = this.queue.then(async () => {
      const { position } = this;
      try {
        if (deal === this.deal && this.playing && position) await what(position);
      } catch (error) {
        this.complain(deal, error);
      }
      this.pending -= 1;
    });
  }

  private async play(cell: number, gesture: Gesture, now: Position, time: number): Promise<void> {
    const symbol = tile(now, cell);
    if (gesture === 'open' && symbol === 'F') {
      this.listener.refused(new Error('flagged: take the flag off to open it'));
      return;
    }
    if (gesture === 'flag' && !isClosed(symbol)) return;
    if (gesture === 'chord' && (isClosed(symbol) || symbol === '0')) return;
    // Where cells may be asked again, that is what a click on an open one is for.
    await this.carryOut({ act: gesture === 'chord' && this.asks ? 'ask' : gesture, cell }, now, time);
  }

  private async carryOut(action: Move, now: Position, time: number): Promise<void> {
    const { deal } = this;
    if (this.order.no_guess && action.act === 'open' && this.untouched) this.listener.waits();
    const turn = await engine.call('play', deal, action);
    // How often a cell was asked is part of the position, and the engine keeps it.
    const next = action.act === 'ask' ? await engine.call('position', deal) : after(now, [turn]);
    if (deal !== this.deal) return;
    this.clock.start();
    this.moves.push(action);
    this.times.push(Math.round(time));
    this.before = now;
    this.stand(next, turn);
    this.listener.played(action, turn);
  }

  private complain(deal: number, error: unknown): void {
    if (deal !== this.deal || wasCancelled(error)) return;
    this.listener.stands();
    this.listener.refused(error);
  }

  /** What was done, and when. */
  get timed(): TimedMove[] {
    return this.moves.map((action, at) => ({ time: this.times[at] ?? 0, action }));
  }

  /** What is to be kept of it. */
  get snapshot(): SavedGame {
    const { order, moves, times, clicks, help, phase } = this;
    return { order, moves, times, clicks, help, spent: Math.round(this.clock.spent), over: this.over, phase };
  }
}
