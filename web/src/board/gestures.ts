// Hands on a board: clicks, taps, long presses, pinches, the wheel, and keys, as what they
// mean. The board says where cells are; who listens says what comes of it.
import { BUZZ, LONG_PRESS, PAGE_ROWS, PINCH, WANDER, WHEEL } from '../tunables';
import type { Board } from './board';
import { type Spot, step } from './geometry';

export type Gesture = 'open' | 'flag' | 'chord';

export interface Listener {
  /** A cell was clicked, tapped or keyed. */
  act?(cell: number, gesture: Gesture): void;
  /** The pointer or the focus is on a cell, or on none. */
  look?(cell: number | undefined): void;
  /** A key the board does not know, with the focused cell. */
  key?(event: KeyboardEvent, cell: number): void;
  /** The pointer is dragged over cells, where `paints` says so. */
  drag?(cell: number): void;
}

/** What a first or second button means on a cell. */
function meaning(board: Board, cell: number, second: boolean): Gesture {
  if (!board.isClosed(cell)) return 'chord';
  return second !== board.flagMode ? 'flag' : 'open';
}

function spread(touches: Map<number, PointerEvent>): number {
  const [a, b] = [...touches.values()];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}

export function listenToPointer(board: Board, window: HTMLElement, listener: Listener): void {
  const touches = new Map<number, PointerEvent>();
  let pressed: { cell: number; x: number; y: number; timer: number } | undefined;
  let apart = 0;
  let hovered: number | undefined;
  const release = () => {
    if (pressed) clearTimeout(pressed.timer);
    pressed = undefined;
  };
  const act = (cell: number, second: boolean) => {
    board.attend(cell);
    listener.act?.(cell, meaning(board, cell, second));
  };
  const hover = (cell: number | undefined) => {
    if (cell === hovered) return;
    hovered = cell;
    listener.look?.(cell);
  };
  const within = (x: number, y: number): Spot => {
    const box = window.getBoundingClientRect();
    return { x: x - box.left, y: y - box.top };
  };
  const pressMouse = (event: PointerEvent, cell: number) => {
    if (event.button === 1) {
      event.preventDefault();
      listener.act?.(cell, 'chord');
    } else if (event.button === 2) act(cell, true);
    else if (event.button === 0) {
      if (board.paints) {
        window.setPointerCapture(event.pointerId);
        listener.drag?.(cell);
      }
      pressed = { cell, x: event.clientX, y: event.clientY, timer: 0 };
    }
  };
  const pressFinger = (event: PointerEvent, cell: number | undefined) => {
    touches.set(event.pointerId, event);
    release();
    if (touches.size === 1 && cell !== undefined) {
      const long = () => {
        pressed = undefined;
        navigator.vibrate?.(BUZZ);
        act(cell, true);
      };
      const timer = setTimeout(long, LONG_PRESS) as unknown as number;
      pressed = { cell, x: event.clientX, y: event.clientY, timer };
    }
    apart = spread(touches);
  };
  const moveFinger = (event: PointerEvent) => {
    if (!touches.has(event.pointerId)) return;
    touches.set(event.pointerId, event);
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > WANDER) release();
    const [a, b] = [...touches.values()];
    if (touches.size !== 2 || !a || !b) return;
    const now = spread(touches);
    if (apart > 0 && Math.abs(now / apart - 1) > PINCH) {
      board.zoom.by(now / apart, within((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
      apart = now;
    }
  };
  const lift = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    const was = pressed;
    release();
    if (!was || event.type === 'pointercancel') return;
    if (board.paints && event.pointerType === 'mouse') return;
    if (board.cellAt(event) === was.cell && event.button === 0) act(was.cell, false);
  };
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    board.zoom.by(Math.exp(-event.deltaY / WHEEL), within(event.clientX, event.clientY));
  };
  window.addEventListener('contextmenu', (event) => event.preventDefault());
  window.addEventListener('pointerdown', (event) => {
    const cell = board.cellAt(event);
    if (event.pointerType !== 'mouse') pressFinger(event, cell);
    else if (cell !== undefined) pressMouse(event, cell);
  });
  window.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse') {
      moveFinger(event);
      return;
    }
    const cell = board.cellAt(event);
    hover(cell);
    if (board.paints && pressed && event.buttons === 1 && cell !== undefined) listener.drag?.(cell);
  });
  window.addEventListener('pointerup', lift);
  window.addEventListener('pointercancel', lift);
  window.addEventListener('pointerleave', () => hover(undefined));
  window.addEventListener('wheel', turn, { passive: false });
}

export function listenToKeys(board: Board, grid: HTMLElement, listener: Listener): void {
  grid.addEventListener('focusin', () => listener.look?.(board.focus));
  grid.addEventListener('keydown', (event) => {
    const to = target(board, event);
    if (to !== undefined) {
      event.preventDefault();
      board.focusOn(to);
      listener.look?.(to);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = board.focus;
    const key = event.key.toLowerCase();
    if (key === 'enter' || key === ' ') listener.act?.(cell, meaning(board, cell, false));
    else if (key === 'f') listener.act?.(cell, 'flag');
    else if (key === 'c') listener.act?.(cell, 'chord');
    else if (key === '+' || key === '=') board.zoom.in();
    else if (key === '-') board.zoom.out();
    else {
      listener.key?.(event, cell);
      return;
    }
    event.preventDefault();
  });
}

/** Where a key moves the focus, if it does. */
function target(board: Board, event: KeyboardEvent): number | undefined {
  if (event.altKey) return undefined;
  const { shape, focus: cell } = board;
  const { width, height } = shape;
  const row = Math.floor(cell / width);
  const far = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowLeft':
      return step(shape, cell, -1, 0);
    case 'ArrowRight':
      return step(shape, cell, 1, 0);
    case 'ArrowUp':
      return step(shape, cell, 0, -1);
    case 'ArrowDown':
      return step(shape, cell, 0, 1);
    case 'Home':
      return far ? 0 : row * width;
    case 'End':
      return far ? width * height - 1 : row * width + width - 1;
    case 'PageUp':
      return Math.max(row - PAGE_ROWS, 0) * width + (cell % width);
    case 'PageDown':
      return Math.min(row + PAGE_ROWS, height - 1) * width + (cell % width);
    default:
      return undefined;
  }
}
