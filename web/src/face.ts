// The face above the board: content, pleased, or not. Drawn, because not every system
// has the characters.
import { svg } from './dom';

const MOUTHS: Record<string, string> = {
  playing: 'M 8 15 Q 12 18 16 15',
  won: 'M 7 14 Q 12 20 17 14',
  lost: 'M 8 17.5 Q 12 13.5 16 17.5',
};

export function face(status: string): SVGElement {
  const drawn = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  const add = (tag: string, attributes: Record<string, string>) => drawn.append(svg(tag, attributes));
  add('circle', { cx: '12', cy: '12', r: '10.5', class: 'skin' });
  add('path', { d: MOUTHS[status] ?? MOUTHS.playing ?? '', class: 'line' });
  if (status === 'won') {
    add('path', {
      d: 'M 4 9 H 20 M 6 9 Q 6 13 8.5 13 Q 11 13 11 9 M 13 9 Q 13 13 15.5 13 Q 18 13 18 9',
      class: 'line dark',
    });
  } else if (status === 'lost') {
    add('path', { d: 'M 7 8 l 3 3 m 0 -3 l -3 3 M 14 8 l 3 3 m 0 -3 l -3 3', class: 'line' });
  } else {
    add('circle', { cx: '8.5', cy: '10', r: '1.4', class: 'eye' });
    add('circle', { cx: '15.5', cy: '10', r: '1.4', class: 'eye' });
  }
  return drawn;
}
