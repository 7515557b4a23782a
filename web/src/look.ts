// How the page looks: a skin, and light or dark. The style sheet names every colour
// once, with its light and its dark value; which of them counts is one property of the
// root, so "as the system" needs nothing from us but to repaint the canvas.
import { h } from './dom';

export const SKINS = [
  ['modern', 'Modern'],
  ['classic', 'Classic'],
] as const;
export const LIGHTS = [
  ['auto', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

function kept(name: string, usual: string, known: readonly (readonly [string, string])[]): string {
  let value: string | null = null;
  try {
    value = localStorage.getItem(`surefoot-${name}`);
  } catch {
    // Storage may be forbidden; then nothing is kept.
  }
  return known.some(([key]) => key === value) ? (value as string) : usual;
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`surefoot-${name}`, value);
  } catch {
    // As above.
  }
}

function apply(restyle: () => void): void {
  const root = document.documentElement;
  const light = kept('light', 'auto', LIGHTS);
  root.dataset.skin = kept('skin', 'modern', SKINS);
  root.style.colorScheme = light === 'auto' ? 'light dark' : light;
  restyle();
}

function chooser(
  label: string,
  name: string,
  usual: string,
  known: readonly (readonly [string, string])[],
  restyle: () => void,
): HTMLElement {
  const input = h('select', { 'aria-label': label, title: label });
  for (const [key, text] of known) {
    input.append(h('option', { value: key, selected: key === kept(name, usual, known) }, text));
  }
  input.addEventListener('change', () => {
    keep(name, input.value);
    apply(restyle);
  });
  return input;
}

/** The choosers; `restyle` is called whenever colours change. */
export function lookChoosers(restyle: () => void): HTMLElement {
  apply(restyle);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(restyle));
  return h(
    'div',
    { class: 'look' },
    chooser('Skin', 'skin', 'modern', SKINS, restyle),
    chooser('Light or dark', 'light', 'auto', LIGHTS, restyle),
  );
}
