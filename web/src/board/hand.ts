// The mouse of somebody else over a board: an arrow that shows where it was.
import { h } from '../dom';
import type { Geometry } from './geometry';

export class HandMark {
  readonly element = h('i', { class: 'hand', 'aria-hidden': 'true', hidden: true });
  private at: { x: number; y: number } | undefined;
  private cell = { width: 0, height: 0 };

  /** Where it is, in cells from the upper left corner of the board; nowhere if that is not told. */
  show(at: { x: number; y: number } | undefined): void {
    this.at = at;
    this.element.hidden = at === undefined;
    if (at) this.element.style.translate = `${at.x * this.cell.width}px ${at.y * this.cell.height}px`;
  }

  /** Cells have another size. */
  lay({ boardWidth, boardHeight }: Geometry, { width, height }: { width: number; height: number }): void {
    this.cell = { width: boardWidth / width, height: boardHeight / height };
    this.show(this.at);
  }
}
