// Hands on a board: clicks, taps, long presses, pinches and the wheel, as what they mean.
// The board says where cells are; who listens says what comes of it.
//
// A mouse is read by which of its buttons are down, not by which went down: while one is
// held, a second one tells the browser's pointer events of itself only as a movement, so
// who waits for presses misses half of every chord by both buttons.
import { BUZZ, LONG_PRESS, PINCH, WANDER, WHEEL } from '../tunables';
import type { Board } from './board';
import type { Spot } from './geometry';

export type Gesture = 'open' | 'flag' | 'chord';

export interface Listener {
  /** A cell was clicked, tapped or keyed. */
  act?(cell: number, gesture: Gesture): void;
  /** The pointer or the focus is on a cell, or on none. */
  look?(cell: number | undefined): void;
  /** The pointer is dragged over cells, where `paints` says so; the first of a stroke begins it. */
  drag?(cell: number, begins: boolean): void;
}

/** Buttons, as a browser's bits. */
const [left, right, middle] = [1, 2, 4];

/** What a first or second button, or a finger, means on a cell; nothing on an open one where numbers are not chorded so. */
export function meaning(board: Board, cell: number, second: boolean): Gesture | undefined {
  if (board.isClosed(cell)) return second !== board.flagMode ? 'flag' : 'open';
  return board.chording === 'left' && !second ? 'chord' : undefined;
}

function spread(touches: Map<number, PointerEvent>): number {
  const [a, b] = [...touches.values()];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}

export function listenToPointer(board: Board, window: HTMLElement, listener: Listener): void {
  const hand = new Mouse(board, window, listener);
  const fingers = new Fingers(board, window, listener);
  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse';
  window.addEventListener('contextmenu', (event) => event.preventDefault());
  // The middle button would scroll, and any would take the focus from the cell. The window itself
  // is hit only where its scroll bars are.
  window.addEventListener('mousedown', (event) => {
    if (event.target !== window) event.preventDefault();
  });
  window.addEventListener('pointerdown', (event) => (isMouse(event) ? hand.read(event) : fingers.press(event)));
  window.addEventListener('pointermove', (event) => (isMouse(event) ? hand.read(event) : fingers.move(event)));
  window.addEventListener('pointerup', (event) => (isMouse(event) ? hand.read(event) : fingers.lift(event)));
  window.addEventListener('pointercancel', (event) => (isMouse(event) ? hand.drop() : fingers.lift(event)));
  window.addEventListener('pointerleave', (event) => isMouse(event) && hand.go());
  window.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      board.zoom.by(Math.exp(-event.deltaY / WHEEL), within(window, event.clientX, event.clientY));
    },
    { passive: false },
  );
}

function within(window: HTMLElement, x: number, y: number): Spot {
  const box = window.getBoundingClientRect();
  return { x: x - box.left, y: y - box.top };
}

/**
 * Left opens where it is let go, as the oldest game has it, and right flags at once. Both
 * together, or the middle one, chord when the first of them is let go; the other then
 * means nothing more.
 */
class Mouse {
  private down = 0;
  /** What the buttons that are down amount to; spent when the rest of them means nothing. */
  private holds: 'nothing' | 'left' | 'right' | 'both' | 'stroke' | 'spent' = 'nothing';
  private painted: number | undefined;

  constructor(
    private readonly board: Board,
    private readonly window: HTMLElement,
    private readonly listener: Listener,
  ) {}

  read(event: PointerEvent): void {
    const cell = this.board.cellAt(event);
    this.board.hover(cell);
    const [before, now] = [this.down, event.buttons];
    this.down = now;
    const pressed = now & ~before;
    const released = before & ~now;
    if (pressed && cell !== undefined) this.press(event, cell, pressed, before);
    if (released && cell !== undefined) this.release(cell, released);
    if (now === 0) this.holds = 'nothing';
    if (this.holds === 'stroke' && cell !== undefined && cell !== this.painted) {
      this.painted = cell;
      this.listener.drag?.(cell, false);
    }
    this.board.press(this.pressedCells(cell));
  }

  /** The pointer has left the board. */
  go(): void {
    this.board.hover(undefined);
    this.board.press([]);
  }

  drop(): void {
    this.down = 0;
    this.holds = 'nothing';
    this.go();
  }

  private press(event: PointerEvent, cell: number, pressed: number, before: number): void {
    const { board } = this;
    // What is held is let go here too when that happens elsewhere.
    if (before === 0) this.window.setPointerCapture(event.pointerId);
    board.attend(cell, true);
    if (this.holds === 'spent') return;
    if (board.paints) {
      if (pressed & left) {
        this.holds = 'stroke';
        this.painted = cell;
        this.listener.drag?.(cell, true);
      } else if (pressed & right) this.listener.act?.(cell, 'flag');
      return;
    }
    const both = (this.down & left && this.down & right) || pressed & middle;
    if (both) this.holds = board.chording === 'off' ? 'spent' : 'both';
    else if (pressed & left) this.holds = 'left';
    else if (pressed & right) {
      this.holds = 'right';
      if (board.isClosed(cell)) this.act(cell, true);
    }
  }

  private release(cell: number, released: number): void {
    const { board, holds } = this;
    if (holds === 'both') {
      this.holds = 'spent';
      if (!board.isClosed(cell)) this.listener.act?.(cell, 'chord');
    } else if (holds === 'left' && released & left) this.act(cell, false);
    else if (holds === 'right' && released & right && board.chording === 'right' && !board.isClosed(cell))
      this.listener.act?.(cell, 'chord');
  }

  private act(cell: number, second: boolean): void {
    const gesture = meaning(this.board, cell, second);
    if (gesture) this.listener.act?.(cell, gesture);
  }

  /** What a release would open, as far as hands can tell. */
  private pressedCells(cell: number | undefined): readonly number[] {
    const { board, holds } = this;
    if (cell === undefined) return [];
    const closed = board.isClosed(cell);
    const chords =
      holds === 'both' || (!closed && board.chording === (holds === 'right' ? 'right' : 'left') && holds !== 'nothing');
    if (holds === 'spent' || holds === 'stroke') return [];
    if (chords) return [cell, ...board.beside(cell)];
    return holds === 'left' && closed && !board.flagMode ? [cell] : [];
  }
}

class Fingers {
  private readonly touches = new Map<number, PointerEvent>();
  private pressed: { cell: number; x: number; y: number; timer: number } | undefined;
  private apart = 0;

  constructor(
    private readonly board: Board,
    private readonly window: HTMLElement,
    private readonly listener: Listener,
  ) {}

  press(event: PointerEvent): void {
    const cell = this.board.cellAt(event);
    this.touches.set(event.pointerId, event);
    this.release();
    if (this.touches.size === 1 && cell !== undefined) {
      const long = () => {
        this.release();
        navigator.vibrate?.(BUZZ);
        this.act(cell, true);
      };
      const timer = setTimeout(long, LONG_PRESS) as unknown as number;
      this.pressed = { cell, x: event.clientX, y: event.clientY, timer };
      if (this.board.isClosed(cell)) this.board.press([cell]);
    }
    this.apart = spread(this.touches);
  }

  move(event: PointerEvent): void {
    const { touches, pressed } = this;
    if (!touches.has(event.pointerId)) return;
    touches.set(event.pointerId, event);
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > WANDER) this.release();
    const [a, b] = [...touches.values()];
    if (touches.size !== 2 || !a || !b) return;
    const now = spread(touches);
    if (this.apart > 0 && Math.abs(now / this.apart - 1) > PINCH) {
      const between = within(this.window, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
      this.board.zoom.by(now / this.apart, between);
      this.apart = now;
    }
  }

  lift(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    const was = this.pressed;
    this.release();
    if (!was || event.type === 'pointercancel') return;
    if (this.board.cellAt(event) === was.cell && event.button === 0) this.act(was.cell, false);
  }

  private release(): void {
    if (this.pressed) clearTimeout(this.pressed.timer);
    this.pressed = undefined;
    this.board.press([]);
  }

  private act(cell: number, second: boolean): void {
    const { board } = this;
    board.attend(cell, false);
    // A finger has no buttons to choose from: unless chording is off, a tap on a number chords.
    if (!board.isClosed(cell) && !second && board.chording !== 'off') this.listener.act?.(cell, 'chord');
    else {
      const gesture = meaning(board, cell, second);
      if (gesture) this.listener.act?.(cell, gesture);
    }
  }
}
