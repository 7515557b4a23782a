// How hands are understood in Play: the settings, and the keys.
import { div, h, select, toggle } from '../../dom';
import { choose, setting } from '../../settings';

const CHORDING = [
  { value: 'left', label: 'Left click' },
  { value: 'both', label: 'Both buttons' },
  { value: 'right', label: 'Right click' },
  { value: 'off', label: 'Off' },
];

export function hands(): HTMLElement {
  const coordinates = toggle('Coordinates', setting('coordinates') === 'on', (on) =>
    choose('coordinates', on ? 'on' : 'off'),
  );
  return h(
    'details',
    { class: 'more hands' },
    h('summary', {}, 'Settings'),
    div('row', select('Chord by', CHORDING, setting('chord'), (value) => choose('chord', value)).element, coordinates),
  );
}

export function keys(): HTMLElement {
  const line = (key: string, what: string) => h('div', {}, h('kbd', {}, key), ` ${what}`);
  return h(
    'details',
    { class: 'keys' },
    h('summary', {}, 'Keys'),
    h('p', { class: 'small' }, 'They act on the cell you point at or moved to last.'),
    line('Arrows', 'move'),
    line('Enter', 'open, or chord a number'),
    line('F', 'flag'),
    line('C', 'chord'),
    line('A', 'ask a cell again'),
    line('U', 'undo, also Ctrl+Z'),
    line('H', 'hint'),
    line('W', 'why a cell is certain'),
    line('P', 'probabilities'),
    line('Esc', 'close what was said'),
    line('M', 'flag mode'),
    line('N', 'new game'),
    line('+ −', 'zoom'),
  );
}
