// What is left of a finished game: to be replayed and reviewed in full, or saved for other programs.

import { go, stated } from '../../address';
import { button, h } from '../../dom';
import { download } from '../../download';
import { projector } from '../../engine';
import { codeOf } from '../../recorded';
import { hundredths } from '../../words';
import type { PlayedGame } from './game';

export class Keepsake {
  readonly element: HTMLElement;

  constructor(
    private readonly game: PlayedGame,
    private readonly complain: (error: unknown) => void,
  ) {
    this.element = h(
      'div',
      { class: 'row keepsake', hidden: true },
      button('Replay and review', () => void this.replay(), { title: 'Play it back, with what each guess was worth' }),
      button('Save replay', () => void this.save(), { title: 'As RawVF, which other programs read' }),
    );
  }

  /** Whether there is something to keep. */
  offer(on: boolean): void {
    this.element.hidden = !on;
  }

  private async replay(): Promise<void> {
    const { order, timed } = this.game;
    try {
      const game = await projector.call('record', order, timed);
      go({ room: 'replay', query: stated({ game: codeOf(game) }) });
    } catch (error) {
      this.complain(error);
    }
  }

  private async save(): Promise<void> {
    const { order, timed, clock, position } = this.game;
    if (!position) return;
    try {
      const text = await projector.call('write', order, timed, '');
      download(`${position.width}x${position.height}-${position.mines}-${hundredths(clock.spent)}s.rawvf`, text);
    } catch (error) {
      this.complain(error);
    }
  }
}
