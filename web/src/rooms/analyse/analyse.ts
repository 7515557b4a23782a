// Analyse: any position, built, pasted, dropped or linked; what can be known of it,
// and why. The position lives in the address.
import type { Choices, Position } from '../../../engine/engine.js';
import { link, remember } from '../../address';
import { Board } from '../../board/board';
import type { Gesture } from '../../board/gestures';
import { button, h } from '../../dom';
import { analyst, thinker, wasCancelled } from '../../engine';
import { Explainer } from '../../explainer';
import { painted, tile } from '../../position';
import { EDITS_KEPT } from '../../tunables';
import { advised, wordsOf } from '../../words';
import type { RoomView } from '../room';
import { Brushes } from './brushes';
import { AnalysisCard } from './card';
import { type Desk, Notation } from './notation';
import { SizeForm } from './size';

/** A game half way, with something of everything. */
const EXAMPLE: Position = {
  width: 12,
  height: 9,
  neighbourhood: 'square8',
  mines: 20,
  clues: 'exact',
  asks: [],
  tiles: [
    '*2**101112**',
    '2443101*2***',
    '2**10012*211',
    '2*3101121100',
    '111001*10011',
    '00000112112*',
    '00012211****',
    '1112**222***',
    '************',
  ].join(''),
};

export class Analyse implements RoomView, Desk {
  readonly element: HTMLElement;
  position: Position = EXAMPLE;
  private past: Position[] = [];
  private readonly board: Board;
  private readonly explainer: Explainer;
  private readonly analysis: AnalysisCard;
  private readonly notation: Notation;
  private readonly size: SizeForm;
  private readonly brushes: Brushes;
  private readonly message = h('p', { class: 'message', role: 'alert' });

  constructor(query: URLSearchParams, choices: Choices) {
    this.board = new Board('Position', {
      act: (cell, gesture) => this.act(cell, gesture),
      drag: (cell) => this.paint(cell),
      look: (cell) => {
        if (cell !== undefined) void this.analysis.look(cell);
      },
      key: (event, cell) => this.key(event, cell),
    });
    this.explainer = new Explainer(this.board);
    this.brushes = new Brushes((chosen) => {
      this.board.paints = chosen !== undefined;
    });
    this.analysis = new AnalysisCard(this.board, (state) => {
      this.element.dataset.state = state;
    });
    this.notation = new Notation(this, choices.formats, choices.usual);
    this.size = new SizeForm(this.position, choices, (position) => this.take(position));
    const why = () => void this.why(this.analysis.looked ?? this.board.focus);
    this.element = h(
      'div',
      { class: 'room analyse' },
      h(
        'div',
        { class: 'stage' },
        this.brushes.element,
        h('div', { class: 'frame' }, this.board.element),
        legend(),
        this.message,
      ),
      h(
        'aside',
        { class: 'side', 'aria-label': 'Analysis' },
        h('h2', {}, 'Analysis'),
        this.analysis.summary,
        this.analysis.card,
        h(
          'div',
          { class: 'row' },
          button('Why?', why, { class: 'primary', title: 'Why the chosen cell is safe or a mine (W)' }),
          button('Best move', () => void this.advise(), { title: 'What our strongest player would do' }),
          button('Undo', () => this.undo(), { title: 'Take back the last change (U)' }),
          button('Copy link', () => void this.notation.copy(link())),
        ),
        this.explainer.element,
        this.notation.element,
        this.size.element,
      ),
    );
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => void this.notation.dropped(event));
    void this.begin(query);
  }

  restyle(): void {
    this.board.restyle();
  }

  enter(): void {
    document.addEventListener('paste', this.notation.pasted);
    this.writeAddress();
  }

  leave(): void {
    document.removeEventListener('paste', this.notation.pasted);
    analyst.drop();
  }

  private async begin(query: URLSearchParams): Promise<void> {
    if (!(await this.notation.readAddress(query))) this.take(EXAMPLE);
  }

  /** Another position takes the place of this one. */
  take(position: Position): void {
    this.past.push(this.position);
    if (this.past.length > EDITS_KEPT) this.past.shift();
    this.position = position;
    this.size.show(position);
    this.explainer.close();
    this.board.explain(undefined);
    this.board.mark([]);
    this.board.show(position);
    this.analysis.looked = undefined;
    this.tell('');
    void this.analysis.analyse(position);
    this.writeAddress();
  }

  private writeAddress(): void {
    const { position } = this;
    const write = (state: Record<string, string | undefined>) => {
      if (this.position === position && this.element.isConnected) remember('analyse', state);
    };
    void this.notation.asState(position).then(write, () => undefined);
  }

  private act(cell: number, gesture: Gesture): void {
    if (gesture === 'flag') this.set(cell, tile(this.position, cell) === 'F' ? '*' : 'F');
    else if (this.brushes.chosen !== undefined) this.paint(cell);
    else {
      this.board.focusOn(cell);
      void this.analysis.look(cell);
    }
  }

  private paint(cell: number): void {
    if (this.brushes.chosen !== undefined) this.set(cell, this.brushes.chosen);
  }

  private set(cell: number, symbol: string): void {
    if (tile(this.position, cell) !== symbol) this.take(painted(this.position, cell, symbol));
  }

  private key(event: KeyboardEvent, cell: number): void {
    const key = event.key.toLowerCase();
    if (/^[0-8?*]$/.test(key)) this.set(cell, key);
    else if (key === 'delete' || key === 'backspace') this.set(cell, '*');
    else if (key === 'x') this.set(cell, 'M');
    else if (key === 'w') void this.why(cell);
    else if (key === 'u') this.undo();
    else return;
    event.preventDefault();
  }

  private undo(): void {
    const last = this.past.pop();
    if (!last) return;
    this.take(last);
    this.past.pop();
  }

  private async why(cell: number): Promise<void> {
    await this.explainer.ask(this.position, cell);
  }

  private async advise(): Promise<void> {
    const { position } = this;
    try {
      const advice = await thinker.call('advise', position, 'surefoot', 'none');
      const { action, because } = advice;
      if (action.act === 'declare') return;
      this.board.mark([
        ...because.map((cell) => ({ cell, kind: 'clue' }) as const),
        { cell: action.cell, kind: 'target' },
      ]);
      this.tell(`Best move: ${advised(position, advice)}.`);
    } catch (error) {
      this.complain(error);
    }
  }

  tell(words: string): void {
    this.message.textContent = words;
  }

  complain(error: unknown): void {
    if (!wasCancelled(error)) this.tell(wordsOf(error));
  }
}

function legend(): HTMLElement {
  const item = (shape: string, text: string) => h('li', {}, h('i', { class: `key ${shape}` }), text);
  return h(
    'ul',
    { class: 'legend', 'aria-label': 'Legend' },
    item('safe', 'safe'),
    item('mine', 'mine'),
    item('best', 'best'),
    item('dead', 'dead (would tell nothing)'),
    item('number', '% chance of a mine'),
  );
}
