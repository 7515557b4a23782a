// Analyse: any position, built, pasted, dropped or linked; what can be known of it,
// and why. The position lives in the address.
import type { Choices, Position } from '../../../engine/engine.js';
import { addressOf, addressOfGame, go, link, positionAsState, remember, stated } from '../../address';
import { Board } from '../../board/board';
import type { Gesture } from '../../board/gestures';
import { isTyping } from '../../board/keys';
import { Counsel } from '../../counsel';
import { button, div, h } from '../../dom';
import { analyst, wasCancelled } from '../../engine';
import { Explainer } from '../../explainer';
import { isClosed, painted, tile } from '../../position';
import { EDITS_KEPT } from '../../tunables';
import { wordsOf } from '../../words';
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

/** A position, and where its mines are if that was told. */
interface Edit {
  position: Position;
  mines: readonly number[] | undefined;
}

export class Analyse implements RoomView, Desk {
  readonly element: HTMLElement;
  private now: Edit = { position: EXAMPLE, mines: undefined };
  private past: Edit[] = [];
  /** Whether there is a position yet. */
  private begun = false;
  /** The cell that was clicked: what Why? asks about. */
  private chosen: number | undefined;
  private state: Record<string, string | undefined> = {};
  /** Whether the stroke under way is remembered already. */
  private stroke = false;
  private readonly board: Board;
  private readonly explainer: Explainer;
  private readonly counsel: Counsel;
  private readonly analysis: AnalysisCard;
  private readonly notation: Notation;
  private readonly size: SizeForm;
  private readonly brushes: Brushes;
  private readonly whyButton: HTMLButtonElement;
  private readonly message = h('p', { class: 'message', role: 'alert' });

  constructor(
    query: URLSearchParams,
    private readonly choices: Choices,
  ) {
    this.board = new Board('Position', {
      act: (cell, gesture) => this.act(cell, gesture),
      drag: (cell, begins) => this.paint(cell, begins),
      look: (cell) => void this.analysis.look(cell ?? this.chosen),
    });
    this.explainer = new Explainer(this.board);
    this.counsel = new Counsel(this.board, (words) => this.tell(words));
    this.brushes = new Brushes((chosen) => {
      this.board.paints = chosen !== undefined;
    });
    this.analysis = new AnalysisCard(this.board, (state) => {
      this.element.dataset.state = state;
    });
    this.notation = new Notation(this, choices.formats, choices.usual);
    this.size = new SizeForm(EXAMPLE, choices, (position) => this.take(position));
    this.whyButton = button('Why?', () => void this.why(this.chosen ?? this.board.focus), {
      class: 'primary',
      title: 'Why the chosen cell is safe or a mine: click it first (W)',
    });
    this.element = div(
      'room analyse',
      div('stage', this.brushes.element, div('frame', this.board.element), legend(), this.message),
      h(
        'aside',
        { class: 'side', 'aria-label': 'Analysis' },
        h('h2', {}, 'Analysis'),
        this.analysis.summary,
        this.analysis.card,
        div(
          'row',
          this.whyButton,
          button('Best move', () => void this.advise(), { title: 'What our strongest player would do' }),
          button('Undo', () => this.undo(), { title: 'Take back the last change (U, Ctrl+Z)' }),
          button('Play this', () => this.playThis(), { title: 'Play on from this position' }),
          button('Copy link', () => void this.notation.copy(link())),
        ),
        this.counsel.element,
        this.explainer.element,
        this.notation.element,
        this.size.element,
      ),
    );
    void this.notation.readAddress(query, () => this.take(EXAMPLE));
  }

  // ---- the room ----

  get position(): Position {
    return this.now.position;
  }

  get address(): string {
    return addressOf({ room: 'analyse', query: stated(this.state) });
  }

  restyle(): void {
    this.board.restyle();
  }

  enter(): void {
    document.addEventListener('paste', this.notation.pasted);
    document.addEventListener('keydown', this.key);
    void this.writeAddress();
  }

  leave(): void {
    document.removeEventListener('paste', this.notation.pasted);
    document.removeEventListener('keydown', this.key);
    analyst.drop();
  }

  dispose(): void {
    this.analysis.dispose();
    this.board.dispose();
    this.element.remove();
  }

  /** What was dropped on the page. */
  read(what: Uint8Array | string): void {
    void this.notation.read(what);
  }

  // ---- the position ----

  /** Another position takes the place of this one; as one more stroke of an edit it is not remembered. */
  take(position: Position, mines?: readonly number[], sameEdit = false): void {
    if (!sameEdit && this.begun) this.past.push(this.now);
    if (this.past.length > EDITS_KEPT) this.past.shift();
    this.show({ position, mines });
  }

  private show(now: Edit): void {
    const { position } = now;
    this.now = now;
    this.begun = true;
    this.size.show(position);
    this.explainer.close();
    this.counsel.close();
    this.board.explain(undefined);
    for (const by of ['analysis', 'talk'] as const) this.board.mark(by, []);
    this.board.show(position);
    this.choose(this.chosen !== undefined && this.chosen < position.tiles.length ? this.chosen : undefined);
    this.tell('');
    void this.analysis.analyse(position);
    void this.writeAddress();
  }

  private async writeAddress(): Promise<void> {
    // Until the position of the address is read, the address is right as it is.
    if (!this.begun) return;
    const { position } = this.now;
    const state = await positionAsState(position, this.choices.usual);
    if (this.now.position !== position) return;
    this.state = state;
    if (this.element.isConnected) remember('analyse', state);
  }

  private act(cell: number, gesture: Gesture): void {
    if (this.counsel.takes(cell)) return;
    if (gesture === 'flag') this.set(cell, tile(this.position, cell) === 'F' ? '*' : 'F');
    else if (this.brushes.chosen !== undefined) this.paint(cell, true);
    else this.choose(cell);
  }

  /** A click chooses a cell; the pointer may then go where it likes. */
  private choose(cell: number | undefined): void {
    this.chosen = cell;
    this.board.mark('chosen', cell === undefined ? [] : [{ cell, kind: 'look' }]);
    void this.analysis.look(cell);
  }

  /** One stroke of the brush is one edit, however many cells it touches. */
  private paint(cell: number, begins: boolean): void {
    const symbol = this.brushes.chosen;
    if (begins) this.stroke = false;
    if (symbol === undefined || tile(this.position, cell) === symbol) return;
    this.set(cell, symbol, this.stroke);
    this.stroke = true;
  }

  private set(cell: number, symbol: string, sameEdit = false): void {
    if (tile(this.position, cell) !== symbol) this.take(painted(this.position, cell, symbol), undefined, sameEdit);
  }

  private undo(): void {
    const last = this.past.pop();
    if (last) this.show(last);
  }

  private playThis(): void {
    const { position, mines } = this.now;
    go(addressOfGame(position, mines, this.choices.usual));
  }

  // ---- keys ----

  private readonly key = (event: KeyboardEvent): void => {
    if (isTyping(event)) return;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === 'z') this.undo();
    else if (this.board.key(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (!this.keyed(key, this.board.current)) return;
    event.preventDefault();
  };

  private keyed(key: string, cell: number): boolean {
    if (/^[0-8?*]$/.test(key)) this.set(cell, key);
    else if (key === 'delete' || key === 'backspace') this.set(cell, '*');
    else if (key === 'x') this.set(cell, 'M');
    else if (key === 'w') void this.why(cell);
    else if (key === 'u') this.undo();
    else if (key === 'escape') return this.explainer.close() || this.counsel.close();
    else return false;
    return true;
  }

  // ---- what is asked ----

  private async why(cell: number): Promise<void> {
    if (!isClosed(tile(this.position, cell))) {
      this.tell('Click a closed cell, then ask why.');
      return;
    }
    this.counsel.close();
    await this.explainer.ask(this.position, cell);
  }

  private async advise(): Promise<void> {
    const { position } = this;
    this.explainer.close();
    await this.counsel.ask(position, 'none', () => this.position === position);
  }

  get told(): string {
    return this.message.textContent ?? '';
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
    item('best', 'safest'),
    item('dead', 'dead (would tell nothing)'),
    item('number', '% chance of a mine'),
  );
}
