import { expect, it, vi } from 'vitest';
import { Cancelled, Engine, Latest } from '../../src/engine';

vi.mock('../../engine/engine_bg.wasm?url', () => ({ default: '' }));

/** An engine that answers when told to. */
class Slow extends Engine {
  readonly asked: { args: unknown; answer: (value: unknown) => void; fail: (reason: Error) => void }[] = [];
  override call(_name: never, ...args: never[]): Promise<never> {
    return new Promise((answer, fail) => this.asked.push({ args: args[0], answer: answer as (value: unknown) => void, fail }));
  }
  override cancel(): void {
    this.asked.at(-1)?.fail(new Cancelled('cancelled'));
  }
}

it('only the newest question is answered', async () => {
  const engine = new Slow();
  const latest = new Latest(engine);
  const ask = (position: string) => latest.call('analyse', position as never) as Promise<unknown>;
  const first = ask('one');
  const second = ask('two').catch((error) => error);
  const third = ask('three');
  await vi.waitFor(() => expect(engine.asked).toHaveLength(1));
  engine.asked[0]?.answer('old');
  // The first is outdated, the second was replaced before its turn.
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  expect(await second).toBeInstanceOf(Cancelled);
  await vi.waitFor(() => expect(engine.asked).toHaveLength(2));
  expect(engine.asked[1]?.args).toBe('three');
  engine.asked[1]?.answer('new');
  expect(await third).toBe('new');
});

it('a slow outdated question is cancelled', async () => {
  const engine = new Slow();
  const latest = new Latest(engine);
  const first = latest.call('analyse', 'one' as never);
  first.catch(() => undefined);
  const second = latest.call('analyse', 'two' as never);
  await vi.waitFor(() => expect(engine.asked).toHaveLength(2), { timeout: 30_000 });
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  engine.asked[1]?.answer('new');
  expect(await second).toBe('new');
});
