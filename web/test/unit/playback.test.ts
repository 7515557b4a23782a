import { expect, it } from 'vitest';
import { Playback } from '../../src/rooms/replay/playback';

const at = (time: number) => ({ time, action: { act: 'open', cell: 0 } as const });

it('moments and actions go together, forth and back', () => {
  const playback = new Playback([at(-500), at(0), at(1000), at(1000), at(3000)], 3000);
  expect([playback.begin, playback.end, playback.at, playback.time]).toEqual([-500, 3000, 0, -500]);
  playback.seek(1000);
  expect(playback.at).toBe(4);
  playback.stand(3);
  expect([playback.at, playback.time]).toEqual([3, 1000]);
  // Of two actions at one moment, the second is still to come; time brings it.
  playback.advance(1);
  expect([playback.at, playback.time]).toEqual([4, 1001]);
  playback.before(4);
  expect([playback.at, playback.time, playback.over]).toEqual([4, 3000, false]);
  playback.advance(10);
  expect([playback.at, playback.time, playback.over]).toEqual([5, 3000, true]);
  playback.seek(Number.POSITIVE_INFINITY);
  expect(playback.time).toBe(3000);
  playback.stand(-3);
  expect([playback.at, playback.time]).toEqual([0, -500]);
});

it('files whose clock runs back, and games without an action, do no harm', () => {
  const back = new Playback([at(0), at(2000), at(1000)], 1000);
  back.seek(1500);
  expect([back.at, back.end, back.timeOf(2)]).toEqual([1, 2000, 2000]);
  const empty = new Playback([], 0);
  empty.seek(5);
  expect([empty.at, empty.time, empty.over]).toEqual([0, 0, true]);
});
