// How hands are understood in Play: the settings, and the keys.
import { div, h, keyList, select, toggle } from '../../dom';
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
  const acts = {
    Arrows: 'move',
    Enter: 'open, or chord a number',
    F: 'flag',
    C: 'chord',
    A: 'ask a cell again',
    U: 'undo, also Ctrl+Z',
    H: 'hint',
    W: 'why a cell is certain',
    P: 'probabilities',
    Esc: 'close what was said',
    M: 'flag mode',
    N: 'new game',
    '+ −': 'zoom',
  };
  return keyList(acts, 'They act on the cell you point at or moved to last.');
}
