import { describe, expect, it } from 'vitest';
import { addressOf, placeOf } from '../../src/address';
import { orderAsState, orderFrom } from '../../src/orders';
import { engine } from '../engine';

const { usual } = engine.choices();

describe('addresses', () => {
  it('lead to rooms', () => {
    expect(placeOf('', '').room).toBe('play');
    expect(placeOf('#watch?player=exact', '').query.get('player')).toBe('exact');
    expect(placeOf('#/analyse', '').room).toBe('analyse');
    expect(placeOf('#analyse?view=2x1/?_1*', '').query.get('view')).toBe('2x1/?_1*');
    expect(placeOf('#nowhere', '').room).toBe('play');
  });

  it('of other pages lead to where they mean', () => {
    const analysis = placeOf('', '?analysis=adabaaabbOb');
    expect([analysis.room, analysis.query.get('analysis')]).toEqual(['analyse', 'adabaaabbOb']);
    const board = placeOf('', '?b=1&m=00');
    expect([board.room, board.query.get('link')]).toEqual(['play', '?b=1&m=00']);
  });

  it('come back as they were', () => {
    const order = {
      ...usual,
      level: '30x16/99',
      clues: 'silent:0.7,asks=until',
      seed: 12,
      no_guess: 'full',
      kaboom: true,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(orderAsState(order, usual)))
      if (value !== undefined) query.set(name, value);
    const address = addressOf({ room: 'play', query });
    expect(address).toContain('level=30x16/99');
    expect(orderFrom(placeOf(address, '').query, { ...usual, seed: 99 })).toEqual(order);
  });

  it('say only what is not usual, besides level and seed', () => {
    const state = Object.entries(orderAsState({ ...usual, promise: 'none' }, usual));
    expect(Object.fromEntries(state.filter(([, value]) => value !== undefined))).toEqual({
      level: 'beginner',
      promise: 'none',
      seed: '0',
    });
  });

  it('with nonsense for numbers fall back', () => {
    expect(orderFrom(new URLSearchParams('seed=-3&deal=x'), { ...usual, seed: 7 })).toMatchObject({ seed: 7, deal: 0 });
  });
});
