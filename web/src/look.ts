// How the page looks: a skin, and light or dark. The style sheet names every colour
// once, with its light and its dark value; which of them counts is one property of the
// root, so "as the system" needs nothing from us but to repaint the canvas.
import { div, h } from './dom';
import { choose, setting } from './settings';

const SKINS = [
  ['modern', 'Modern'],
  ['classic', 'Classic'],
] as const;
const LIGHTS = [
  ['auto', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Whether the system has colours of its own that every page must use. */
export const FORCED_COLOURS = '(forced-colors: active)';

function apply(restyle: () => void): void {
  const root = document.documentElement;
  const light = setting('light');
  root.dataset.skin = setting('skin');
  root.style.colorScheme = light === 'auto' ? 'light dark' : light;
  restyle();
}

function chooser(
  label: string,
  name: 'skin' | 'light',
  known: readonly (readonly [string, string])[],
  restyle: () => void,
): HTMLElement {
  const input = h('select', { 'aria-label': label, title: label });
  for (const [key, text] of known) {
    input.append(h('option', { value: key, selected: key === setting(name) }, text));
  }
  input.addEventListener('change', () => {
    choose(name, input.value);
    apply(restyle);
  });
  return input;
}

/** The choosers; `restyle` is called whenever colours change. */
export function lookChoosers(restyle: () => void): HTMLElement {
  apply(restyle);
  for (const query of ['(prefers-color-scheme: dark)', FORCED_COLOURS]) {
    matchMedia(query).addEventListener('change', () => apply(restyle));
  }
  return div('look', chooser('Skin', 'skin', SKINS, restyle), chooser('Light or dark', 'light', LIGHTS, restyle));
}
