// Keys on a board, wherever the focus is: they act on the cell that was pointed at or moved
// to last. Nobody should have to find the focus first, and whoever types into a field or
// presses a button means that.
import { PAGE_ROWS } from '../tunables';
import type { Board } from './board';
import { step } from './geometry';
import { type Listener, meaning } from './gestures';

/** Whether keys belong to what has the focus: a field, a list, a slider. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  return target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]');
}

/** Whether Enter and Space press what has the focus. */
function isPressing(event: KeyboardEvent): boolean {
  const { target } = event;
  return target instanceof HTMLElement && target.closest('button, a, summary') !== null;
}

/** The cell that an event happened on, if it was one. */
export function cellOf(target: EventTarget | null): number | undefined {
  const element = target instanceof HTMLElement ? target.closest<HTMLElement>('[role=gridcell]') : null;
  return element?.dataset.cell === undefined ? undefined : Number(element.dataset.cell);
}

/** Does what a key means on the board; false if it means nothing there. */
export function pressKey(board: Board, event: KeyboardEvent, listener: Listener): boolean {
  const focused = cellOf(event.target);
  const inside = focused !== undefined && board.element.contains(event.target as Node);
  if (inside && board.pointed === undefined) board.attend(focused, false);
  const to = inside ? target(board, event) : undefined;
  if (to !== undefined) {
    event.preventDefault();
    board.focusOn(to);
    listener.look?.(to);
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const cell = board.pointed ?? (inside ? focused : undefined);
  const key = event.key.toLowerCase();
  if (key === '+' || key === '=') board.zoom.in();
  else if (key === '-') board.zoom.out();
  else if (cell === undefined) return false;
  else if ((key === 'enter' || key === ' ') && !isPressing(event)) {
    const closed = board.isClosed(cell);
    const gesture = closed ? meaning(board, cell, false) : 'chord';
    if (gesture) listener.act?.(cell, gesture);
  } else if (key === 'f') listener.act?.(cell, 'flag');
  else if (key === 'c') listener.act?.(cell, 'chord');
  else return false;
  event.preventDefault();
  return true;
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
