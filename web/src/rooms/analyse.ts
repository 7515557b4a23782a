// Analyse: any position, built, pasted, dropped or linked; what can be known of it,
// and why. The position lives in the address.
import type { Answer, Position } from '../../engine/engine.js';
import { link, remember } from '../address';
import { Board, type Gesture } from '../board/board';
import { name } from '../board/geometry';
import { button, field, h, say, select, toggle } from '../dom';
import { analyst, thinker, wasCancelled } from '../engine';
import { Explainer } from '../explainer';
import { count, move, share } from '../words';
import type { RoomView } from './room';

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

const BRUSHES = ['*', '0', '1', '2', '3', '4', '5', '6', '7', '8', 'F', 'M', '?'] as const;
const BRUSH_NAMES: Record<string, string> = { '*': 'hidden', F: 'flag', M: 'opened mine', '?': 'silent' };

const FORMATS = [
  ['drawing', 'Drawing'],
  ['analysis', 'JSMinesweeper analysis code'],
  ['mine', '.mine'],
  ['board', '.board'],
  ['minesweepr', 'minesweepr'],
] as const;

const NEIGHBOURHOODS = [
  ['square8', 'Square'],
  ['hex', 'Hexagons'],
  ['torus', 'Torus'],
  ['square4', 'Four sides'],
  ['knight', "Knight's moves"],
] as const;

const CLUES = [
  ['exact', 'Exact clues'],
  ['silent:0.8', 'Silent 1 in 5'],
  ['optimistic:q=0.8', 'Optimistic'],
  ['cautious:q=0.8', 'Cautious'],
] as const;

/** Milliseconds on a cell before its numbers are counted. */
const DWELL = 60;

/** What of a position an address can hold: a code where one exists, else rows. */
async function asState(position: Position): Promise<Record<string, string | undefined>> {
  const plain = position.neighbourhood === 'square8' && position.mines !== null;
  if (plain && position.clues === 'exact' && !position.tiles.includes('?') && !position.tiles.includes('M')) {
    try {
      const code = await thinker.call('write', position, 'analysis');
      return { analysis: code.trim().replace(/^.*analysis=/, '') };
    } catch {
      // Too large for a code: rows, then.
    }
  }
  const { width, height, mines, neighbourhood, tiles } = position;
  const rows = Array.from({ length: height }, (_, y) => tiles.slice(y * width, (y + 1) * width));
  const head = `${width}x${height}/${mines ?? '?'}${neighbourhood === 'square8' ? '' : ` ${neighbourhood}`}`;
  return { view: [head, ...rows].join('_'), clues: position.clues === 'exact' ? undefined : position.clues };
}

export class Analyse implements RoomView {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly explainer: Explainer;
  private position: Position = EXAMPLE;
  private past: Position[] = [];
  private answer: Answer | undefined;
  private brush: string | undefined;
  private looked: number | undefined;

  private readonly summary = h('div', { class: 'summary' });
  private readonly card = h('div', { class: 'card' });
  private readonly message = h('p', { class: 'message', role: 'alert' });
  private readonly text = h('textarea', {
    rows: 6,
    spellcheck: 'false',
    'aria-label': 'Position as text',
    placeholder: 'Paste a position or a board: a drawing, a link, .mine, .board, a game ID…',
  });
  private readonly width = field('Width', { type: 'number', min: 1, max: 400, inputmode: 'numeric' });
  private readonly height = field('Height', { type: 'number', min: 1, max: 400, inputmode: 'numeric' });
  private readonly mines = field('Mines', { type: 'number', min: 0, inputmode: 'numeric', placeholder: 'unknown' });
  private readonly neighbourhood;
  private readonly clues;
  private readonly format;

  constructor(query: URLSearchParams) {
    this.board = new Board('Position', {
      act: (cell, gesture) => this.act(cell, gesture),
      drag: (cell) => this.paint(cell),
      look: (cell) => void this.look(cell),
      key: (event, cell) => this.key(event, cell),
    });
    this.explainer = new Explainer(this.board);
    this.neighbourhood = select('Cells', NEIGHBOURHOODS, 'square8', () => this.resize());
    this.clues = select('Clues', CLUES, 'exact', (clues) => this.take({ ...this.position, clues }));
    this.format = select('Copy as', FORMATS, 'drawing', () => undefined);
    for (const { input } of [this.width, this.height, this.mines])
      input.addEventListener('change', () => this.resize());
    this.element = h(
      'div',
      { class: 'room analyse' },
      h(
        'div',
        { class: 'stage' },
        this.palette(),
        h('div', { class: 'frame' }, this.board.element),
        legend(),
        this.message,
      ),
      h(
        'aside',
        { class: 'side', 'aria-label': 'Analysis' },
        h('h2', {}, 'Analysis'),
        this.summary,
        this.card,
        h(
          'div',
          { class: 'row' },
          button('Why?', () => void this.why(this.looked ?? this.board.focus), {
            class: 'primary',
            title: 'Why the focused cell is certain (W)',
          }),
          button('Best move', () => void this.advise(), { title: 'What the player surefoot would do' }),
          button('Undo', () => this.undo()),
          button('Copy link', () => void this.copy(link())),
        ),
        this.explainer.element,
        h(
          'details',
          { class: 'more', open: true },
          h('summary', {}, 'Paste, drop, copy'),
          this.text,
          h(
            'div',
            { class: 'row' },
            button('Read', () => void this.read(new TextEncoder().encode(this.text.value)), { class: 'primary read' }),
            this.format.element,
            button('Copy', () => void this.copyAs()),
          ),
          h('p', { class: 'small' }, 'Files can be dropped anywhere on this page.'),
        ),
        h(
          'details',
          { class: 'more' },
          h('summary', {}, 'Size and rules'),
          h(
            'div',
            { class: 'fields' },
            this.width.element,
            this.height.element,
            this.mines.element,
            this.neighbourhood.element,
            this.clues.element,
          ),
          button('Clear the board', () =>
            this.take({ ...this.position, tiles: '*'.repeat(this.position.tiles.length), asks: [] }),
          ),
        ),
      ),
    );
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => void this.drop(event));
    void this.begin(query);
  }

  restyle(): void {
    this.board.restyle();
  }

  enter(): void {
    document.addEventListener('paste', this.pasted);
    this.writeAddress();
  }

  leave(): void {
    document.removeEventListener('paste', this.pasted);
    analyst.drop();
  }

  // ---- positions in and out ----

  private async begin(query: URLSearchParams): Promise<void> {
    const [code, view] = [query.get('analysis'), query.get('view')];
    if (code) await this.read(new TextEncoder().encode(`analysis=${code}`));
    else if (view) await this.read(new TextEncoder().encode(view.replaceAll('_', '\n')), query.get('clues') ?? 'exact');
    else this.take(EXAMPLE);
  }

  private readonly pasted = (event: ClipboardEvent): void => {
    const into = event.target;
    if (into instanceof HTMLTextAreaElement || into instanceof HTMLInputElement) return;
    const text = event.clipboardData?.getData('text');
    if (!text) return;
    this.text.value = text;
    void this.read(new TextEncoder().encode(text));
  };

  private async drop(event: DragEvent): Promise<void> {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text');
    if (file) await this.read(new Uint8Array(await file.arrayBuffer()));
    else if (text) await this.read(new TextEncoder().encode(text));
  }

  private async read(bytes: Uint8Array, clues = 'exact'): Promise<void> {
    try {
      const reading = await thinker.call('read', bytes);
      const { position, mines } = reading;
      // A whole board is a position in which nothing has been opened yet.
      const whole = mines !== null && !position.tiles.includes('*') && !position.tiles.includes('F');
      const tiles = whole ? '*'.repeat(position.tiles.length) : position.tiles;
      this.take({ ...position, tiles, clues });
      const more = reading.more > 0 ? `; it holds ${reading.more} more` : '';
      this.tell(
        whole ? `A whole board (${reading.format}), shown closed${more}.` : `Read as ${reading.format}${more}.`,
      );
    } catch (error) {
      this.complain(error);
    }
  }

  private async copyAs(): Promise<void> {
    try {
      const text = await thinker.call('write', this.position, this.format.input.value);
      this.text.value = text;
      await this.copy(text);
    } catch (error) {
      this.complain(error);
    }
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.tell('Copied.');
    } catch {
      this.text.value = text;
      this.text.select();
      this.tell('The text is in the box, ready to be copied.');
    }
  }

  // ---- editing ----

  private palette(): HTMLElement {
    const bar = h('div', { class: 'brushes', role: 'group', 'aria-label': 'Brush' });
    const set = (brush: string | undefined) => {
      this.brush = brush;
      this.board.paints = brush !== undefined;
      for (const item of bar.children) {
        item.setAttribute('aria-pressed', String((item as HTMLElement).dataset.brush === (brush ?? '')));
      }
    };
    const one = (brush: string, text: string, title: string) => {
      const made = toggle(text, brush === '', () => set(brush === '' ? undefined : brush), title);
      made.dataset.brush = brush;
      bar.append(made);
    };
    one('', 'Look', 'Click a cell to read about it; click again to change it');
    for (const brush of BRUSHES) {
      const text = brush === '*' ? '■' : brush === 'F' ? '⚑' : brush === 'M' ? '✹' : brush;
      one(brush, text, `Paint ${BRUSH_NAMES[brush] ?? brush}`);
    }
    return bar;
  }

  private act(cell: number, gesture: Gesture): void {
    if (gesture === 'flag') this.set(cell, this.position.tiles[cell] === 'F' ? '*' : 'F');
    else if (this.brush !== undefined) this.set(cell, this.brush);
    else {
      this.board.focusOn(cell);
      void this.look(cell);
    }
  }

  private paint(cell: number): void {
    if (this.brush !== undefined) this.set(cell, this.brush);
  }

  private set(cell: number, symbol: string): void {
    const { tiles, asks } = this.position;
    if (tiles[cell] === symbol) return;
    const next = tiles.slice(0, cell) + symbol + tiles.slice(cell + 1);
    this.take({ ...this.position, tiles: next, asks: asks.filter(([asked]) => asked !== cell) });
  }

  private resize(): void {
    const limit = (input: HTMLInputElement, usual: number) =>
      Math.min(400, Math.max(1, Math.floor(Number(input.value)) || usual));
    const { position } = this;
    const width = limit(this.width.input, position.width);
    const height = limit(this.height.input, position.height);
    const rows = Array.from({ length: height }, (_, y) =>
      y < position.height
        ? position.tiles
            .slice(y * position.width, y * position.width + Math.min(width, position.width))
            .padEnd(width, '*')
        : '*'.repeat(width),
    );
    const mines = this.mines.input.value === '' ? null : Math.max(0, Math.floor(Number(this.mines.input.value)));
    const neighbourhood = this.neighbourhood.input.value;
    this.take({ ...position, width, height, mines, neighbourhood, tiles: rows.join(''), asks: [] });
  }

  private key(event: KeyboardEvent, cell: number): void {
    const key = event.key;
    if (/^[0-8]$/.test(key)) this.set(cell, key);
    else if (key === '?') this.set(cell, '?');
    else if (key === 'Delete' || key === 'Backspace' || key === '*') this.set(cell, '*');
    else if (key.toLowerCase() === 'x') this.set(cell, 'M');
    else if (key.toLowerCase() === 'w') void this.why(cell);
    else if (key.toLowerCase() === 'u') this.undo();
    else return;
    event.preventDefault();
  }

  private undo(): void {
    const last = this.past.pop();
    if (!last) return;
    this.take(last);
    this.past.pop();
  }

  // ---- what is known ----

  private take(position: Position): void {
    this.past.push(this.position);
    if (this.past.length > 200) this.past.shift();
    const focus = this.board.focus;
    this.position = position;
    this.width.input.value = String(position.width);
    this.height.input.value = String(position.height);
    this.mines.input.value = position.mines === null ? '' : String(position.mines);
    this.neighbourhood.input.value = position.neighbourhood;
    this.clues.input.value = position.clues;
    this.explainer.close();
    this.board.explain(undefined);
    this.board.mark([]);
    this.board.show(position, position.tiles);
    if (focus < position.tiles.length) this.looked = undefined;
    this.tell('');
    void this.analyse();
    this.writeAddress();
  }

  private writeAddress(): void {
    const { position } = this;
    void asState(position)
      .then((state) => {
        if (this.position === position && this.element.isConnected) remember('analyse', state);
      })
      .catch(() => undefined);
  }

  private async analyse(): Promise<void> {
    const { position } = this;
    this.summary.replaceChildren(h('p', {}, 'Counting…'));
    this.element.dataset.state = 'counting';
    let answer: Answer;
    try {
      answer = await analyst.call('analyse', position);
    } catch (error) {
      if (wasCancelled(error)) return;
      this.summary.replaceChildren(h('p', { class: 'wrong' }, error instanceof Error ? error.message : String(error)));
      this.element.dataset.state = 'wrong';
      return;
    }
    if (this.position !== position) return;
    this.answer = answer;
    this.element.dataset.state = answer.kind;
    if (answer.kind === 'findings') {
      const { probability, dead, best } = answer;
      this.board.explain({ probability, dead: new Set(dead), best: best?.cell });
      const safe = probability.filter((p) => p === 0).length;
      const mines = probability.filter((p) => p === 1).length;
      const bestText = best ? `${name(position, best.cell)}, ${share(best.safety)} safe: ${best.why}` : '–';
      this.summary.replaceChildren(
        facts([
          ['Configurations', count(answer.solutions)],
          ['Certain', `${safe} safe, ${mines === 1 ? '1 mine' : `${mines} mines`}`],
          ['Best', bestText],
          ['Dead', dead.length === 0 ? 'none' : String(dead.length)],
        ]),
      );
      say(`${safe} safe, ${mines} mines certain. Best ${bestText}`);
    } else if (answer.kind === 'clash') {
      this.board.mark(answer.clues.map((cell) => ({ cell, kind: 'clash' })));
      this.summary.replaceChildren(h('p', { class: 'wrong' }, `No layout fits: ${answer.words}.`));
      say(`No layout fits: ${answer.words}`);
    } else {
      this.summary.replaceChildren(h('p', { class: 'wrong' }, answer.words));
    }
    if (this.looked !== undefined) void this.look(this.looked);
  }

  private async look(cell: number | undefined): Promise<void> {
    if (cell === undefined) return;
    this.looked = cell;
    const { position, answer } = this;
    const title = h('strong', {}, name(position, cell));
    const symbol = position.tiles[cell] ?? '*';
    if (symbol !== '*' && symbol !== 'F') {
      const shows =
        symbol === 'M'
          ? 'an opened mine'
          : symbol === '?'
            ? 'open, its number withheld'
            : `shows ${Number.parseInt(symbol, 36)}`;
      this.card.replaceChildren(title, ` ${shows}`);
      return;
    }
    if (answer?.kind !== 'findings') {
      this.card.replaceChildren(title);
      return;
    }
    const probability = answer.probability[cell] ?? 0;
    const tags = [
      probability === 0
        ? 'certainly safe'
        : probability === 1
          ? 'certainly a mine'
          : `a mine with ${share(probability)}`,
      answer.best?.cell === cell && 'the best cell',
      answer.dead.includes(cell) && 'dead: its number would tell nothing',
    ]
      .filter(Boolean)
      .join('; ');
    const bars = h('div', { class: 'bars', 'aria-hidden': 'true' });
    this.card.replaceChildren(title, ` ${tags}`, bars);
    if (probability === 1) return;
    // A pointer on its way to somewhere else asks nothing.
    await new Promise((resolve) => setTimeout(resolve, DWELL));
    if (this.looked !== cell || this.position !== position) return;
    try {
      const { share: numbers } = await thinker.call('numbers', position, cell);
      if (this.looked !== cell || this.position !== position || !numbers) return;
      const most = Math.max(...numbers);
      bars.replaceChildren(
        ...numbers.map((value, number) =>
          h(
            'div',
            { title: `${number}: ${share(value)}` },
            h('i', { style: `height:${Math.round((40 * value) / most)}px` }),
            h('b', {}, String(number)),
          ),
        ),
      );
    } catch {
      // Cancelled, or too wide: the card does without.
    }
  }

  private async why(cell: number): Promise<void> {
    await this.explainer.ask(this.position, cell);
  }

  private async advise(): Promise<void> {
    try {
      const advice = await thinker.call('advise', this.position, 'surefoot', 'none');
      if (advice.action.act === 'declare') return;
      this.board.mark([
        ...advice.because.map((cell) => ({ cell, kind: 'clue' }) as const),
        { cell: advice.action.cell, kind: 'target' },
      ]);
      const value = advice.value === null ? '' : `; wins from here with ${share(advice.value)}`;
      this.tell(
        `surefoot would ${move(this.position, advice.action)}: ${advice.certain ? 'certain' : 'a guess'}, ${advice.why}${value}.`,
      );
    } catch (error) {
      this.complain(error);
    }
  }

  private tell(words: string): void {
    this.message.textContent = words;
  }

  private complain(error: unknown): void {
    if (!wasCancelled(error)) this.tell(error instanceof Error ? error.message : String(error));
  }
}

function facts(rows: [string, string][]): HTMLElement {
  return h('dl', {}, ...rows.flatMap(([term, value]) => [h('dt', {}, term), h('dd', {}, value)]));
}

function legend(): HTMLElement {
  const item = (shape: string, text: string) => h('li', {}, h('i', { class: `key ${shape}` }), text);
  return h(
    'ul',
    { class: 'legend', 'aria-label': 'Legend' },
    item('safe', 'safe'),
    item('mine', 'mine'),
    item('best', 'best'),
    item('dead', 'dead'),
    item('number', '% mine'),
  );
}
