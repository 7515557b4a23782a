// The house: a bar with three doors, and one room at a time.
import './style.css';
import type { Choices } from '../engine/engine.js';
import { placeOf, ROOMS, type Room } from './address';
import { h } from './dom';
import { game } from './engine';
import { lookChoosers } from './look';
import { Analyse } from './rooms/analyse/analyse';
import { Play } from './rooms/play/play';
import type { RoomView } from './rooms/room';
import { Watch } from './rooms/watch/watch';

const TITLES: Record<Room, string> = { play: 'Play', analyse: 'Analyse', watch: 'Watch' };

const doors = new Map<Room, HTMLAnchorElement>(ROOMS.map((room) => [room, h('a', { href: `#${room}` }, TITLES[room])]));
const house = h('main', { id: 'room' });
/** Rooms as they were left; a door leads back to that, a link to what it says. */
const left = new Map<Room, RoomView>();
let inside: RoomView | undefined;

function enter(choices: Choices): void {
  const { room, query } = placeOf(location.hash, location.search);
  inside?.leave();
  document.title = `${TITLES[room]} · Surefoot`;
  for (const [door, anchor] of doors) {
    if (door === room) anchor.setAttribute('aria-current', 'page');
    else anchor.removeAttribute('aria-current');
  }
  const rooms = { play: Play, analyse: Analyse, watch: Watch };
  const waiting = query.size === 0 ? left.get(room) : undefined;
  inside = waiting ?? new rooms[room](query, choices);
  left.set(room, inside);
  house.replaceChildren(inside.element);
  inside.enter();
  inside.restyle();
  document.documentElement.dataset.room = room;
}

document.body.append(
  h(
    'a',
    {
      href: '#room',
      class: 'skip',
      onclick: (event) => {
        event.preventDefault();
        house.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus();
      },
    },
    'Skip to the board',
  ),
  h(
    'header',
    { class: 'bar' },
    h('h1', {}, 'Surefoot'),
    h('nav', { 'aria-label': 'Sections' }, ...doors.values()),
    lookChoosers(() => inside?.restyle()),
  ),
  house,
);
// The forms show what the engine offers, so it comes first.
game.call('choices').then(
  (choices) => {
    // Rooms write their state without an event; only links and the back button land here.
    window.addEventListener('hashchange', () => enter(choices));
    enter(choices);
  },
  () => {
    const words = 'The engine could not be loaded. Check the connection and reload.';
    house.replaceChildren(h('p', { class: 'message', role: 'alert' }, words));
  },
);
