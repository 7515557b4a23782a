import { expect, it } from 'vitest';
import { arrows } from '../../src/rooms/watch/arrows';

const chain = (...backs: number[]) => ({
  length: 2,
  longest: 2,
  guesses: 0,
  arrows: backs.map((back, at) => ({ from: at, to: at + 1, back })),
});

it('arrows are bold near the step and fainter further back', () => {
  const [near, far, further] = arrows(chain(0, 1, 2));
  expect(near).toEqual({ from: 0, to: 1, strength: 1 });
  expect(far?.strength).toBeCloseTo(1 / 1.6);
  expect(further?.strength).toBeCloseTo(1 / 2.2);
});

it('a crowd of clues is drawn faintly', () => {
  expect(arrows(chain(0, 0, 0, 0, 0, 0, 0, 0)).map(({ strength }) => strength)).toEqual(Array(8).fill(0.5));
  expect(arrows(chain())).toEqual([]);
});
