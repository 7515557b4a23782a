// The page's state in its address, so that a link shows what its sender saw:
// `#play?level=expert&seed=7`, `#analyse?analysis=…`, `#watch?player=exact&seed=7`.

export const ROOMS = ['play', 'analyse', 'watch'] as const;
export type Room = (typeof ROOMS)[number];

export interface Place {
  room: Room;
  query: URLSearchParams;
}

/** Parameters of links that other pages write; they lead to where they mean. */
const ANALYSES = ['analysis', 'view'];
const BOARDS = ['b', 'seed', 'board'];

/** Where an address leads. */
export function placeOf(hash: string, search: string): Place {
  const [, path = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const room = ROOMS.find((known) => known === path);
  if (room) return { room, query: new URLSearchParams(query) };
  // JSMinesweeper's links carry theirs in the query proper.
  const foreign = new URLSearchParams(search);
  if (ANALYSES.some((name) => foreign.has(name))) return { room: 'analyse', query: foreign };
  const board = BOARDS.some((name) => foreign.has(name));
  return { room: 'play', query: board ? new URLSearchParams({ link: search }) : foreign };
}

/** The address of a place. */
export function addressOf({ room, query }: Place): string {
  // Commas, slashes and colons are legal here and easier to read unescaped.
  const text = query.toString().replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%3A/g, ':').replace(/%2A/g, '*');
  return text ? `#${room}?${text}` : `#${room}`;
}

/** Writes the state into the address without a new entry in the history. */
export function remember(room: Room, state: Record<string, string | undefined>): void {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) if (value !== undefined) query.set(name, value);
  history.replaceState(null, '', addressOf({ room, query }));
}

/** The whole link, to be sent. */
export function link(): string {
  return location.href;
}
