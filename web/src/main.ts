// The house: a bar with four doors, and one room at a time.
import './style.css';
import type { Choices } from '../engine/engine.js';
import { placeOf, ROOMS, type Room } from './address';
import { learnTouching } from './board/geometry';
import { button, h, say, setCurrent } from './dom';
import { clerk, expectReplay, game, wasCancelled } from './engine';
import { lookChoosers } from './look';
import { workOffline } from './offline';
import { Analyse } from './rooms/analyse/analyse';
import { Play } from './rooms/play/play';
import { Replay } from './rooms/replay/replay';
import type { RoomView } from './rooms/room';
import { Watch } from './rooms/watch/watch';
import { LARGEST_FILE } from './tunables';
import { wordsOf } from './words';

const TITLES: Record<Room, string> = { play: 'Play', analyse: 'Analyse', watch: 'Watch', replay: 'Replay' };

const doors = new Map<Room, HTMLAnchorElement>(ROOMS.map((room) => [room, h('a', { href: `#${room}` }, TITLES[room])]));
const house = h('main', { id: 'room' });
/** Rooms as they were left; a door leads back to that, a link to what it says. */
const left = new Map<Room, RoomView>();
let inside: RoomView | undefined;

function enter(choices: Choices): void {
  const { room, query } = placeOf(location.hash, location.search);
  inside?.leave();
  document.title = `${TITLES[room]} · Surefoot`;
  for (const [door, anchor] of doors) setCurrent(anchor, door === room, 'page');
  const rooms = { play: Play, analyse: Analyse, watch: Watch, replay: Replay };
  const was = left.get(room);
  const waiting = was && (query.size === 0 || was.address === location.hash) ? was : undefined;
  if (was && !waiting) was.dispose();
  inside = waiting ?? new rooms[room](query, choices);
  left.set(room, inside);
  house.replaceChildren(inside.element);
  inside.enter();
  inside.restyle();
  document.documentElement.dataset.room = room;
}

/** What replays are called; they are recognised by what they hold, but this is known at once. */
const REPLAY_NAME = /\.(avf|evfs?|rmv|mvf|rawvf)$/i;

/** What is dropped on the page is for the page: the browser would leave it for the file. */
function takeWhatIsDropped(choices: Choices): void {
  // It may take a moment to start; until something is dropped that is over.
  document.addEventListener('dragenter', () => clerk.prepare(), { once: true });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text');
    if (file) {
      const replay = REPLAY_NAME.test(file.name);
      if (replay) awaitReplay(file.name, choices);
      void file
        .slice(0, LARGEST_FILE + 1)
        .arrayBuffer()
        .then((bytes) => take(new Uint8Array(bytes), choices, replay));
    } else if (text) void take(new TextEncoder().encode(text), choices);
  });
}

/** A replay goes where replays are shown, all else where positions are read. */
async function take(bytes: Uint8Array, choices: Choices, named = false): Promise<void> {
  if (bytes.length > LARGEST_FILE) {
    refuse('This file is too large to be read.');
    return;
  }
  let replay = named;
  try {
    replay ||= (await clerk.call('replayFormat', bytes)) !== undefined;
  } catch (error) {
    if (!wasCancelled(error)) refuse(wordsOf(error));
    return;
  }
  if (replay ? !(inside instanceof Replay) : !inside?.read) go(replay ? 'replay' : 'analyse', choices);
  inside?.read?.(bytes);
}

/** What is called like a replay will be one: its room is there before it is. */
function awaitReplay(name: string, choices: Choices): void {
  expectReplay();
  if (!(inside instanceof Replay)) go('replay', choices);
  inside?.tell?.(`Reading ${name}…`);
}

function go(room: Room, choices: Choices): void {
  history.pushState(null, '', `#${room}`);
  enter(choices);
}

function refuse(words: string): void {
  inside?.tell?.(words);
  say(words);
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

/** The forms show what the engine offers, so it comes first. */
async function open(): Promise<void> {
  house.replaceChildren(h('p', { class: 'message loading', role: 'status' }, 'Loading the engine…'));
  const { room, query } = placeOf(location.hash, location.search);
  if (room === 'replay' && query.has('game')) expectReplay();
  let choices: Choices;
  try {
    choices = await game.call('choices');
  } catch {
    const words = 'The engine could not be loaded. Check the connection and reload.';
    house.replaceChildren(
      h('p', { class: 'message', role: 'alert' }, words),
      button('Try again', () => void open(), { class: 'primary' }),
    );
    return;
  }
  learnTouching(choices.touching);
  // Rooms write their state without an event; only links and the back button land here.
  window.addEventListener('hashchange', () => enter(choices));
  takeWhatIsDropped(choices);
  enter(choices);
  workOffline();
}

void open();
