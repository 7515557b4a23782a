// A game that goes on where a replay was left: the link holds the game, and how many of its moves
// are made already.
import type { Order } from '../../../engine/engine.js';
import { gameOf, orderOf } from '../../recorded';
import { noClicks, noHelp, type SavedGame } from './saved';

/** The game that such an address leads to, as far as it was played; nothing if it holds none. */
export function playedOn(query: URLSearchParams, usual: Order): SavedGame | undefined {
  const code = query.get('game');
  if (code === null) return undefined;
  const rest = { clicks: noClicks(), help: { ...noHelp(), repeated: true }, over: false, phase: 'playing' };
  try {
    const game = gameOf(code);
    const made = game.actions.slice(0, Number(query.get('at') ?? 0) || 0);
    const times = made.map(({ time }) => time);
    const moves = made.map(({ action }) => action);
    return { order: orderOf(game, usual), moves, times, spent: Math.max(times.at(-1) ?? 0, 0), ...rest };
  } catch {
    // The engine says what is wrong with it, as of any other board that is no board.
    return { order: { ...usual, board: code }, moves: [], spent: 0, ...rest };
  }
}
