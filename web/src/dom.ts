// Elements without ceremony. A page of four rooms needs no framework: each room is
// built once, and after that only texts and the canvas change.
import type { Offer } from '../engine/engine.js';

type Child = Node | string | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** An element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    // Through the object model: a strict content policy forbids the attribute.
    if (name === 'style') element.style.cssText = String(value);
    else if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** A part of the page that is nothing but a place for others. */
export function div(kind: string, ...children: Child[]): HTMLDivElement {
  return h('div', { class: kind }, ...children);
}

export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', ...attributes, onclick: () => act() }, text);
}

/** A step of something told, which leads to where it shows. */
export function step(act: () => void, ...children: Child[]): HTMLButtonElement {
  return h('button', { type: 'button', class: 'step', onclick: () => act() }, ...children);
}

/** Says of an element whether it is the one of its list that is shown. */
export function setCurrent(element: Element, current: boolean, as = 'step'): void {
  if (current) element.setAttribute('aria-current', as);
  else element.removeAttribute('aria-current');
}

/** An element of a drawing. */
export function svg(
  tag: string,
  attributes: Record<string, string | number>,
  ...children: (Node | string)[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A labelled choice. */
export function select(
  label: string,
  options: readonly Offer[],
  value: string,
  changed: (value: string) => void,
): { element: HTMLLabelElement; input: HTMLSelectElement } {
  const input = h('select', { onchange: () => changed(input.value) });
  for (const one of options) input.append(h('option', { value: one.value, selected: one.value === value }, one.label));
  return { element: h('label', { class: 'field' }, h('span', {}, label), input), input };
}

/** A labelled input. */
export function field(label: string, attributes: Attributes): { element: HTMLLabelElement; input: HTMLInputElement } {
  const input = h('input', attributes);
  return { element: h('label', { class: 'field' }, h('span', {}, label), input), input };
}

/** A switch: a button that stays pressed. */
export function toggle(text: string, on: boolean, changed: (on: boolean) => void, title = ''): HTMLButtonElement {
  const made = h('button', { type: 'button', class: 'toggle', 'aria-pressed': String(on), title }, text);
  made.addEventListener('click', () => {
    const next = made.getAttribute('aria-pressed') !== 'true';
    made.setAttribute('aria-pressed', String(next));
    changed(next);
  });
  return made;
}

/** Terms and what they are, in a list. */
export function terms(list: Iterable<readonly [string, string]>): HTMLElement[] {
  return [...list].flatMap(([term, value]) => [h('dt', {}, term), h('dd', {}, value)]);
}

/** Keys and what they do, folded away. */
export function keyList(keys: Record<string, string>, note?: string): HTMLElement {
  const lines = Object.entries(keys).map(([key, what]) => h('div', {}, h('kbd', {}, key), ` ${what}`));
  return h('details', { class: 'keys' }, h('summary', {}, 'Keys'), note && h('p', { class: 'small' }, note), ...lines);
}

let live: HTMLElement | undefined;

/** Says something to those who do not look. */
export function say(words: string): void {
  live ??= h('div', { class: 'heard', role: 'status', 'aria-live': 'polite' });
  if (!live.isConnected) document.body.append(live);
  // The same words twice are still two events.
  live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}
