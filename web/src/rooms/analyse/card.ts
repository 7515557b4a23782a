// What is known of a position, and of the cell that is looked at.
import type { Answer, Position } from '../../../engine/engine.js';
import type { Board } from '../../board/board';
import { name } from '../../board/geometry';
import { div, h, say, terms } from '../../dom';
import { analyst, answered, clerk } from '../../engine';
import { isClosed, tile } from '../../position';
import { DWELL } from '../../tunables';
import { chance, count, counted, impossible, sentence, share } from '../../words';

export class AnalysisCard {
  readonly summary = div('summary');
  readonly card = div('card');
  /** The cell that is looked at. */
  looked: number | undefined;
  private position: Position | undefined;
  private answer: Answer | undefined;
  private over = false;

  /** `told` is called with how it stands: counting, wrong, or the kind of the answer. */
  constructor(
    private readonly board: Board,
    private readonly told: (state: string) => void,
  ) {}

  /** Whether no layout fits the position. */
  get impossible(): boolean {
    return this.answer?.kind === 'clash';
  }

  /** Nobody looks any more. */
  dispose(): void {
    this.over = true;
    this.position = undefined;
  }

  async analyse(position: Position): Promise<void> {
    this.position = position;
    this.answer = undefined;
    this.summary.replaceChildren(h('p', {}, 'Counting…'));
    this.told('counting');
    const answer = await answered(
      analyst.call('analyse', position),
      () => this.position === position,
      (words) => {
        this.warn(words);
        this.told('wrong');
      },
    );
    if (!answer) return;
    this.answer = answer;
    this.told(answer.kind);
    if (answer.kind === 'analysis') this.summarise(position, answer);
    else if (answer.kind === 'clash') {
      this.board.mark(
        'analysis',
        answer.clues.map((cell) => ({ cell, kind: 'clash' })),
      );
      this.warn(impossible(answer));
      say(impossible(answer));
    } else this.warn(sentence(answer.words));
    if (this.looked !== undefined) void this.look(this.looked);
  }

  private warn(words: string): void {
    this.summary.replaceChildren(h('p', { class: 'wrong' }, words));
  }

  private summarise(position: Position, analysis: Extract<Answer, { kind: 'analysis' }>): void {
    const { probability, dead, best, solutions } = analysis;
    this.board.explain({ probability, dead: new Set(dead), best: best?.cell });
    const safe = probability.filter((p) => p === 0).length;
    const mines = counted(probability.filter((p) => p === 1).length, 'mine');
    const odds = best && best.safety < 1 ? `, ${share(best.safety)} safe` : '';
    const bestText = best ? `${name(position, best.cell)}: ${best.why}${odds}` : '–';
    const facts = {
      Layouts: count(solutions),
      Certain: `${safe} safe, ${mines}`,
      Safest: bestText,
      'Dead cells': dead.length === 0 ? 'none' : String(dead.length),
    };
    this.summary.replaceChildren(h('dl', {}, ...terms(Object.entries(facts))));
    say(`Certain: ${safe} safe, ${mines}. Safest ${bestText}`);
  }

  /** Says what is known of a cell. */
  async look(cell: number | undefined): Promise<void> {
    this.looked = cell;
    const { position, answer } = this;
    if (!position || this.over) return;
    if (cell === undefined) {
      this.card.replaceChildren('Click a cell to choose it, then ask why.');
      return;
    }
    const title = h('strong', {}, name(position, cell));
    const symbol = tile(position, cell);
    if (!isClosed(symbol)) {
      this.card.replaceChildren(title, ` ${shown(symbol)}`);
      return;
    }
    if (answer?.kind !== 'analysis') {
      this.card.replaceChildren(title);
      return;
    }
    const probability = answer.probability[cell] ?? 0;
    const tags = [
      chance(probability),
      answer.best?.cell === cell && 'the safest cell',
      answer.dead.includes(cell) && 'dead: its number would tell nothing',
    ];
    const bars = h('div', { class: 'bars', 'aria-hidden': 'true' });
    this.card.replaceChildren(title, ` ${tags.filter(Boolean).join('; ')}`, bars);
    if (probability < 1) await this.draw(bars, position, cell);
  }

  /** The numbers a cell may show, as bars. */
  private async draw(bars: HTMLElement, position: Position, cell: number): Promise<void> {
    const outdated = () => this.looked !== cell || this.position !== position;
    // A pointer on its way to somewhere else asks nothing.
    await new Promise((resolve) => setTimeout(resolve, DWELL));
    if (outdated()) return;
    try {
      const { share: numbers } = await clerk.call('numbers', position, cell);
      if (outdated() || !numbers) return;
      const most = Math.max(...numbers);
      const bar = (value: number, number: number) =>
        h(
          'div',
          { title: `${number}: ${share(value)}` },
          h('i', { style: `height:${Math.round((40 * value) / most)}px` }),
          h('b', {}, String(number)),
        );
      bars.replaceChildren(...numbers.map(bar));
    } catch {
      // Cancelled, or too wide: the card does without.
    }
  }
}

function shown(symbol: string): string {
  if (symbol === 'M') return 'an opened mine';
  return symbol === '?' ? 'open, its number withheld' : `shows ${Number.parseInt(symbol, 36)}`;
}
