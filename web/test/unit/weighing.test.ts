// A review that is put together from positions weighed in any order, against the one made in order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { joined } from '../../src/rooms/replay/weighing';
import { engine } from '../engine';

vi.mock('surefoot-engine/engine_bg.wasm?url', () => ({ default: '' }));
vi.mock('../../engine/table/engine_bg.wasm?url', () => ({ default: '' }));

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/game.rawvf'));

it('whoever weighs, and in whatever order: the review is the same', () => {
  const game = new engine.ReplayedGame(guide, 0);
  const whole = game.reviewer();
  while (whole.weighNext());
  const wanted = whole.soFar();
  expect(wanted.guesses.length).toBe(5);
  expect(wanted.lost).toBeGreaterThan(0);

  const sharing = [game.reviewer(), game.reviewer()];
  let found = game.reviewer().soFar();
  expect(found.guesses.every(({ win, better }) => win === null && better === null)).toBe(true);
  for (const position of [5, 0, 3, 1, 4, 2]) {
    const weighed = sharing[position % 2]?.weigh(position);
    if (!weighed) throw new Error(`no position ${position}`);
    expect(weighed.position).toBe(position);
    found = joined(found, weighed);
  }
  expect(found).toEqual(wanted);
  expect(sharing[0]?.weigh(6)).toBeUndefined();
});
