import { expect, it, vi } from 'vitest';
import { Cancelled, Latest } from '../../src/engine';

vi.mock('surefoot-engine/engine_bg.wasm?url', () => ({ default: '' }));
vi.mock('../../engine/table/engine_bg.wasm?url', () => ({ default: '' }));

/** A small machine may be busy. */
const PATIENCE = { timeout: 50_000 };

interface Asked {
  position: unknown;
  answer: (value: unknown) => void;
  fail: (reason: Error) => void;
}

/** An engine that answers when told to. */
function slow() {
  const asked: Asked[] = [];
  const engine = {
    call: (_name: string, position: unknown) => new Promise((answer, fail) => asked.push({ position, answer, fail })),
    cancel: () => asked.at(-1)?.fail(new Cancelled('cancelled')),
  };
  return { asked, latest: new Latest(engine as unknown as ConstructorParameters<typeof Latest>[0]) };
}

it('only the newest question is answered', async () => {
  const { asked, latest } = slow();
  const ask = (position: string) => latest.call('analyse', position as never) as Promise<unknown>;
  const first = ask('one');
  const second = ask('two').catch((error) => error);
  const third = ask('three');
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE);
  asked[0]?.answer('old');
  // The first is outdated, the second was replaced before its turn.
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  expect(await second).toBeInstanceOf(Cancelled);
  await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENCE);
  expect(asked[1]?.position).toBe('three');
  asked[1]?.answer('new');
  expect(await third).toBe('new');
});

it('a slow outdated question is cancelled', async () => {
  const { asked, latest } = slow();
  const first = latest.call('analyse', 'one' as never);
  first.catch(() => undefined);
  const second = latest.call('analyse', 'two' as never);
  await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENCE);
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  asked[1]?.answer('new');
  expect(await second).toBe('new');
});
