import { expect, it } from 'vitest';
import type { Position, Turn } from '../../engine/engine.js';
import { after, cleared, painted, resized, revelation } from '../../src/position';

const position = (...rows: string[]): Position => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  neighbourhood: 'square8',
  mines: 2,
  clues: 'exact',
  tiles: rows.join(''),
  asks: [[0, 2]],
});

const turn = (part: Partial<Turn>): Turn => ({
  changed: [],
  shows: '',
  status: 'playing',
  flags: 0,
  mines: null,
  three_bv: null,
  ...part,
});

it('turns change what is seen, and leave the position before them alone', () => {
  const before = position('***', '***');
  const next = after(before, [turn({ changed: [1, 4], shows: '12' }), turn({ changed: [4, 5], shows: 'F3' })]);
  expect(next).toEqual({ ...before, tiles: '*1**F3' });
  expect(before.tiles).toBe('******');
});

it('nothing is revealed before the end', () => {
  expect(revelation(position('*F*'), turn({})).size).toBe(0);
});

it('a loss reveals missed mines and wrong flags over the position, not in it', () => {
  const lost = position('M*F', 'F*1');
  const revealed = revelation(lost, turn({ status: 'lost', mines: [0, 1, 2] }));
  expect([...revealed]).toEqual([
    [1, 'mine'],
    [3, 'wrong flag'],
  ]);
  expect(lost.tiles).toBe('M*FF*1');
});

it('a win reveals the mines without a flag as found', () => {
  expect([...revelation(position('*F1'), turn({ status: 'won', mines: [0, 1] }))]).toEqual([[0, 'found']]);
});

it('a painted cell was not asked', () => {
  expect(painted(position('1*'), 0, '2')).toMatchObject({ tiles: '2*', asks: [] });
  expect(painted(position('1*'), 1, '2')).toMatchObject({ tiles: '12', asks: [[0, 2]] });
});

it('another size keeps what fits; new cells are hidden', () => {
  expect(resized(position('12', '34'), 3, 1)).toMatchObject({ width: 3, height: 1, tiles: '12*', asks: [] });
  expect(resized(position('12', '34'), 1, 3)).toMatchObject({ width: 1, height: 3, tiles: '13*' });
  expect(cleared(position('1F')).tiles).toBe('**');
});
