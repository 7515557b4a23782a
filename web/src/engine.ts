// The page's side: a worker that can be asked, and cancelled.
//
// WASM cannot be interrupted from outside, so cancelling ends the worker and the next
// call starts another. The module is compiled once and handed to every worker: a new
// one is ready in milliseconds, and needs no network.
import playersAddress from 'surefoot-engine/engine_bg.wasm?url';
import tableAddress from '../engine/table/engine_bg.wasm?url';
import type { PlayerCalls } from './player-worker';
import type { ReplayCalls } from './replay-worker';
import type { TableCalls } from './table-worker';
import { MOST_REVIEWERS, PATIENCE } from './tunables';
import { wordsOf } from './words';
import type { AnyCalls, Reply, Request } from './worker';

/** What a kind of worker is made of. */
interface WorkerKind {
  address: string;
  start(): Worker;
}

const table: WorkerKind = {
  address: tableAddress,
  start: () => new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' }),
};
const players: WorkerKind = {
  address: playersAddress,
  start: () => new Worker(new URL('./player-worker.ts', import.meta.url), { type: 'module' }),
};
const replays: WorkerKind = {
  address: playersAddress,
  start: () => new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' }),
};

/** Modules by their address; several kinds of worker may share one. */
const compiled = new Map<string, Promise<WebAssembly.Module>>();

function module({ address }: WorkerKind): Promise<WebAssembly.Module> {
  const found = compiled.get(address);
  if (found) return found;
  const made = WebAssembly.compileStreaming(fetch(address)).catch(() => {
    // Whoever asks again tries again.
    compiled.delete(address);
    throw new EngineError('the engine could not be loaded. Check the connection and try again.');
  });
  compiled.set(address, made);
  return made;
}

/** A call that was given up. */
export class Cancelled extends Error {}

/** What the engine says is wrong. */
export class EngineError extends Error {}

type Given<C extends AnyCalls, K extends keyof C> = ReturnType<C[K]>;
/** A worker, and when it has its module. */
type RunningWorker = { worker: Worker; ready: Promise<void> };
type Waiting = { resolve: (value: never) => void; reject: (reason: Error) => void };

export class Engine<C extends AnyCalls> {
  private seat: RunningWorker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  constructor(private readonly kind: WorkerKind) {}

  get busy(): boolean {
    return this.waiting.size > 0;
  }

  /** Begins to load all that the first call will need. */
  prepare(): void {
    // Whoever calls is told what is wrong.
    this.sit().ready.catch(() => undefined);
  }

  async call<K extends keyof C & string>(name: K, ...args: Parameters<C[K]>): Promise<Given<C, K>> {
    let seat = this.sit();
    await seat.ready;
    // It may have been cancelled meanwhile.
    while (seat !== this.seat) {
      seat = this.sit();
      await seat.ready;
    }
    const { worker } = seat;
    const id = this.next++;
    return new Promise<Given<C, K>>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: never) => void, reject });
      worker.postMessage({ id, name, args } satisfies Request);
    });
  }

  /** Gives up every call under way, and all that the worker holds. */
  cancel(): void {
    if (this.seat) this.leave(this.seat);
    this.fail(new Cancelled('cancelled'));
  }

  private fail(reason: Error): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }

  private leave(seat: RunningWorker): void {
    seat.worker.terminate();
    if (this.seat === seat) this.seat = undefined;
  }

  private sit(): RunningWorker {
    this.seat ??= this.start();
    return this.seat;
  }

  /** The worker's own script loads while the module is compiled. */
  private start(): RunningWorker {
    const worker = this.kind.start();
    const ready = module(this.kind).then(
      (compiled) => worker.postMessage(compiled),
      (reason) => {
        this.leave(seat);
        throw reason;
      },
    );
    const seat = { worker, ready };
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) waiting?.resolve(data.value as never);
      else waiting?.reject(new EngineError(data.error));
    };
    worker.onerror = (event) => {
      // A panic, or memory that ran out: the worker is lost, the page is not.
      this.leave(seat);
      this.fail(new EngineError(event.message || 'the engine stopped; please try again'));
    };
    return seat;
  }
}

/**
 * Only the newest question counts: while one is being answered, later ones replace
 * each other; an outdated one is let finish if it is quick, else cancelled.
 */
export class Latest {
  private wanted: (() => void) | undefined;
  private displace: (() => void) | undefined;
  private running = false;
  private timer = 0;

  constructor(private readonly engine: Engine<TableCalls>) {}

  async call<K extends keyof TableCalls>(name: K, ...args: Parameters<TableCalls[K]>): Promise<Given<TableCalls, K>> {
    await this.turn();
    try {
      const value = await this.engine.call(name, ...args);
      if (this.wanted) throw new Cancelled('outdated');
      return value;
    } finally {
      clearTimeout(this.timer);
      this.running = false;
      this.release();
    }
  }

  /** Gives up the question under way. */
  drop(): void {
    if (this.running) this.engine.cancel();
  }

  private release(): void {
    const wanted = this.wanted;
    this.wanted = undefined;
    wanted?.();
  }

  private turn(): Promise<void> {
    if (!this.running) {
      this.running = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.displace?.();
      this.displace = () => reject(new Cancelled('outdated'));
      this.wanted = () => {
        this.displace = undefined;
        this.running = true;
        resolve();
      };
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.engine.cancel(), PATIENCE) as unknown as number;
    });
  }
}

/**
 * The engines of the page, each started when first asked: the game, the newest analysis, what is
 * read, written and explained, advice, the players to watch, a replay that is shown, and those who review
 * it, each a guess at a time. Who plays never waits for who thinks.
 */
export const game = new Engine<TableCalls>(table);
export const analyst = new Latest(new Engine<TableCalls>(table));
export const clerk = new Engine<TableCalls>(table);
export const thinker = new Engine<PlayerCalls>(players);
export const stage = new Engine<PlayerCalls>(players);
export const projector = new Engine<ReplayCalls>(replays);
export const reviewers = Array.from(
  { length: Math.max(1, Math.min(globalThis.navigator?.hardwareConcurrency ?? 1, MOST_REVIEWERS)) },
  () => new Engine<ReplayCalls>(replays),
);

/** A replay is on its way: all that it needs begins to load at once. */
export function expectReplay(): void {
  for (const engine of [projector, ...reviewers]) engine.prepare();
}

export function wasCancelled(error: unknown): boolean {
  return error instanceof Cancelled;
}

/** What is answered to a question, if it is still wanted then; what goes wrong with it is told. */
export async function answered<T>(
  asked: Promise<T>,
  wanted: () => boolean,
  tell: (words: string) => void,
): Promise<T | undefined> {
  try {
    const answer = await asked;
    return wanted() ? answer : undefined;
  } catch (error) {
    if (wanted() && !wasCancelled(error)) tell(wordsOf(error));
    return undefined;
  }
}
