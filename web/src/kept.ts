// What is kept between visits: settings, games and bests. Storage may be forbidden, full, or
// hold what an older page wrote; then things are kept for this visit only, and nobody notices
// before the next.

/** What storage would not take; all else is read from there, because another tab may have written it. */
const memory = new Map<string, string>();

function key(name: string): string {
  return `surefoot-${name}`;
}

/** The text that was kept under a name. */
export function keptText(name: string): string | undefined {
  const here = memory.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(key(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepText(name: string, text: string): void {
  try {
    localStorage.setItem(key(name), text);
    memory.delete(name);
  } catch {
    // It lasts as long as the page does.
    memory.set(name, text);
  }
}

/** The value that was kept under a name; nothing if there is none, or none that can be read. */
export function kept(name: string): unknown {
  const text = keptText(name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keep(name: string, value: unknown): void {
  keepText(name, JSON.stringify(value));
}
