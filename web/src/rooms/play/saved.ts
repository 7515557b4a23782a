// Games that are kept: the latest few, each under what was ordered, so that reload, Back and a
// link to the same board all lead to where it was left.
import type { Move, Order } from '../../../engine/engine.js';
import { keep, kept } from '../../kept';
import { GAMES_KEPT } from '../../tunables';

export interface Clicks {
  open: number;
  flag: number;
  chord: number;
}

export function noClicks(): Clicks {
  return { open: 0, flag: 0, chord: 0 };
}

/** What was asked of the coach and what else no record should count. */
export interface Help {
  hints: number;
  why: number;
  undos: number;
  probabilities: boolean;
  analysis: boolean;
  resumed: boolean;
  repeated: boolean;
  /** Whether its end has been counted already. */
  counted: boolean;
}

export function noHelp(): Help {
  const asked = { hints: 0, why: 0, undos: 0, probabilities: false, analysis: false };
  return { ...asked, resumed: false, repeated: false, counted: false };
}

export interface SavedGame {
  order: Order;
  moves: Move[];
  /** When each move was made; games of older pages have none. */
  times?: number[];
  clicks: Clicks;
  help: Help;
  /** Milliseconds on the clock. */
  spent: number;
  over: boolean;
  phase: string;
}

function isGame(value: unknown): value is SavedGame {
  const game = value as SavedGame | null;
  return (
    typeof game === 'object' && game !== null && Array.isArray(game.moves) && typeof game.order?.level === 'string'
  );
}

/** All that are kept, the latest first. */
function all(): SavedGame[] {
  const found = kept('games');
  return Array.isArray(found) ? found.filter(isGame) : [];
}

function same(a: Order, b: Order): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof Order>;
  return [...keys].every((key) => (a[key] ?? null) === (b[key] ?? null));
}

/** The game that was kept of an order. */
export function savedGame(order: Order): SavedGame | undefined {
  return all().find((game) => same(game.order, order));
}

/** The game that was played last. */
export function latestGame(): SavedGame | undefined {
  return all()[0];
}

export function saveGame(game: SavedGame): void {
  const others = all().filter((other) => !same(other.order, game.order));
  keep('games', [game, ...others].slice(0, GAMES_KEPT));
}
