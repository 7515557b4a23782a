import { expect, it } from 'vitest';
import type { Step } from '../../engine/engine.js';
import { Influence } from '../../src/influence';

function open(cell: number, because: number[], changed: number[] = [cell]): Step {
  return {
    action: { act: 'open', cell },
    certain: because.length > 0,
    why: '',
    because,
    value: null,
    fault: null,
    turn: { changed, shows: '1'.repeat(changed.length), status: 'playing', flags: 0, mines: null, three_bv: null },
  };
}

it('chains run from a guess to what follows from it', () => {
  const influence = new Influence();
  influence.add(open(0, [], [0, 1, 2])); // a guess that opens three
  influence.add(open(3, [1, 2]));
  influence.add(open(4, [3]));
  influence.add(open(9, [])); // another guess: a root
  expect([0, 1, 2, 3].map((step) => influence.length(step))).toEqual([0, 1, 2, 0]);
  expect(influence.longest()).toBe(2);
  expect(influence.chain(2)).toEqual([
    { from: 3, to: 4, depth: 0 },
    { from: 1, to: 3, depth: 1 },
    { from: 2, to: 3, depth: 1 },
  ]);
  expect(influence.chain(3)).toEqual([]);
  const [near, far] = influence.arrows(2);
  expect(near?.strength).toBe(1);
  expect(far && far.strength < 1).toBe(true);
});
