// What a visitor has chosen once and for all: how the page looks and how hands are understood.
// A setting is a text out of a list; whoever depends on one is told when it changes.
import { keepText, keptText } from './kept';

const LISTS = {
  skin: ['modern', 'classic'],
  light: ['auto', 'light', 'dark'],
  chord: ['left', 'both', 'right', 'off'],
  coordinates: ['on', 'off'],
} as const;

type Name = keyof typeof LISTS;
export type Setting<N extends Name> = (typeof LISTS)[N][number];
export type Chording = Setting<'chord'>;

/** What a setting is: as it was chosen, else the first of its list. */
export function setting<N extends Name>(name: N): Setting<N> {
  const chosen = keptText(name);
  const list: readonly string[] = LISTS[name];
  return (chosen !== undefined && list.includes(chosen) ? chosen : list[0]) as Setting<N>;
}

const listeners = new Set<(name: Name) => void>();

export function choose<N extends Name>(name: N, value: string): void {
  keepText(name, value);
  for (const told of listeners) told(name);
}

/** Calls `told` whenever a setting changes, until the signal says that it is over. */
export function onSetting(told: (name: Name) => void, signal: AbortSignal): void {
  listeners.add(told);
  signal.addEventListener('abort', () => listeners.delete(told));
}
