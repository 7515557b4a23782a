import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeOf, gameOf, orderOf, type RecordedGame } from '../../src/recorded';
import { engine } from '../engine';

const guide = readFileSync(`${import.meta.dirname}/../../../docs/guide/game.rawvf`);

describe('a game in a link', () => {
  it('comes back as it was, to the hundredth of a second', () => {
    const { width, height, mines, actions } = new engine.ReplayedGame(guide, 0).facts();
    const game: RecordedGame = { width, height, mines, actions };
    const code = codeOf(game);
    expect(code).toMatch(/^[\w-]+$/);
    expect(gameOf(code)).toEqual(game);
    // The engine plays it again.
    const text = engine.writeReplay(orderOf(game, engine.choices().usual), [...actions], '');
    const again = new engine.ReplayedGame(new TextEncoder().encode(text), 0).facts();
    expect([again.status, again.mines, again.actions]).toEqual(['won', mines, actions]);
  });

  it('may have flags of before the first click, and be large', () => {
    const actions = [
      { time: -1250, action: { act: 'flag', cell: 39_999 } },
      { time: 0, action: { act: 'open', cell: 0 } },
      { time: 123_450, action: { act: 'chord', cell: 201 } },
    ] as const;
    const game = { width: 200, height: 200, mines: [0, 7, 8, 39_999], actions };
    expect(gameOf(codeOf(game))).toEqual(game);
  });

  it('of an expert fits where chats cut links off', () => {
    const actions = Array.from({ length: 350 }, (_, at) => ({
      time: at * 240,
      action: { act: 'open', cell: (at * 7) % 480 } as const,
    }));
    const code = codeOf({ width: 30, height: 16, mines: Array.from({ length: 99 }, (_, at) => at * 4), actions });
    expect(code.length).toBeLessThan(1600);
  });

  it('that was cut off or made up is refused in words', () => {
    const code = codeOf({ width: 9, height: 9, mines: [3], actions: [{ time: 0, action: { act: 'open', cell: 80 } }] });
    for (const wrong of [
      '',
      'A',
      '***',
      'AAAA',
      code.slice(0, 12),
      code.slice(0, -2),
      `B${code.slice(1)}`,
      'QX__f39_fw',
    ]) {
      expect(() => gameOf(wrong), wrong).toThrow('the link holds no game that can be read');
    }
  });
});
