// What is known of a replay: a line about the game, and the numbers that players compare.
import type { ReplayFacts, ReplayLine } from '../../../engine/engine.js';
import { h, terms } from '../../dom';
import { counted, share } from '../../words';

/** A game of a collection, to be chosen. */
export function lineOf({ level, ending, player, problem }: ReplayLine, number: number): string {
  return problem === null
    ? [`${number + 1}: ${level}`, ending, player].filter(Boolean).join(', ')
    : `${number + 1}: cannot be read`;
}

/** A game in a line: `30x16/99, won in 61.20 s by Ann (avf)`. */
export function titleOf(facts: ReplayFacts, fromFile: boolean): string {
  const { width, height, mines, ending, player, mode, format } = facts;
  const level = `${width}x${height}/${mines.length}`;
  const by = player ? ` by ${player}` : '';
  const kind = mode && mode !== 'classic' ? `, ${mode}` : '';
  const made = fromFile ? ` (${format})` : '';
  return `${level}${kind}, ${ending}${by}${made}`;
}

/** The measures; of a game that came without its mouse, those that need none. */
export class Measures {
  readonly element = h('details', { class: 'more measures', hidden: true });
  private readonly list = h('dl', {});

  constructor() {
    this.element.append(h('summary', {}, 'Measures'), this.list);
  }

  close(): void {
    this.element.hidden = true;
  }

  show({ measures: of, played_at, program }: ReplayFacts, fromFile: boolean): void {
    const number = (value: number | null, digits = 3) => (value === null ? '–' : value.toFixed(digits));
    const rate = (value: number | null) => (value === null ? '–' : share(value));
    const { left, right, chords } = of.clicks;
    const lines: [string, string][] = [
      ['3BV', of.solved === of.three_bv ? String(of.three_bv) : `${of.solved} of ${of.three_bv}`],
      ['3BV/s', number(of.three_bv_per_second)],
      ['Openings', String(of.openings)],
      ['Islands', String(of.islands)],
      ['ZiNi', `${of.zini}, human ${of.human_zini}`],
      ['RQP', number(of.rqp, 2)],
      ['STNB', number(of.stnb, 1)],
    ];
    if (fromFile) {
      const all = left + right + chords;
      lines.push(
        ['Clicks', `${all}: ${left} left, ${right} right, ${counted(chords, 'chord')}`],
        ['Efficiency', rate(of.efficiency)],
        ['Correctness', rate(of.correctness)],
        ['Throughput', rate(of.throughput)],
        ['Path', `${Math.round(of.path)} pixels`],
        ['Program', program || '–'],
      );
    }
    if (played_at) lines.push(['Played', played_at]);
    this.list.replaceChildren(...terms(lines));
    this.element.hidden = false;
  }
}
