// The controls of a replay: to and fro, faster and slower, and to any moment; and their keys.
import { button, div, h, keyList, select } from '../../dom';
import { REPLAY_SPEEDS } from '../../tunables';
import { hundredths } from '../../words';
import type { Playback } from './playback';

/** What can be done to a replay. */
export interface Controlled {
  run(on?: boolean): void;
  seek(time: number): void;
  step(by: 1 | -1): void;
  stepGuess(by: 1 | -1): void;
  toEnd(last: boolean): void;
}

export class Controls {
  readonly element: HTMLElement;
  private readonly runButton: HTMLButtonElement;
  private readonly moment = h('input', { type: 'range', min: 0, max: 0, step: 10, 'aria-label': 'Moment' });
  private readonly clock = h('span', { class: 'clock' });
  private readonly speeds;

  constructor(private readonly room: Controlled) {
    this.runButton = button('Play', () => room.run(), { class: 'primary run', title: 'Play or pause (Space)' });
    const offers = REPLAY_SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }));
    this.speeds = select('Speed', offers, '1', () => undefined);
    this.moment.addEventListener('input', () => room.seek(Number(this.moment.value)));
    this.element = div(
      'controls',
      div('row moment', this.moment, this.clock),
      div(
        'row',
        button('◂ Guess', () => room.stepGuess(-1), { title: 'To the guess before (B)' }),
        button('◂ Step', () => room.step(-1), { title: 'One action back (←)' }),
        this.runButton,
        button('Step ▸', () => room.step(1), { title: 'One action on (→)' }),
        button('Guess ▸', () => room.stepGuess(1), { title: 'To the next guess (G)' }),
        this.speeds.element,
      ),
    );
  }

  get speed(): number {
    return Number(this.speeds.input.value);
  }

  open({ begin, end }: Playback): void {
    this.moment.min = String(begin);
    this.moment.max = String(end);
  }

  show({ time, end }: Playback, running: boolean): void {
    this.runButton.textContent = running ? 'Pause' : 'Play';
    this.moment.value = String(time);
    const told = `${hundredths(time)} of ${hundredths(end)} s`;
    this.moment.setAttribute('aria-valuetext', told);
    this.clock.textContent = told;
  }

  /** Does what a key means; false if it means nothing here. */
  key(event: KeyboardEvent): boolean {
    const { target } = event;
    const pressing = target instanceof HTMLElement && target.closest('button, a, summary') !== null;
    const acts: Record<string, () => void> = {
      arrowleft: () => this.room.step(-1),
      arrowright: () => this.room.step(1),
      ',': () => this.room.step(-1),
      '.': () => this.room.step(1),
      b: () => this.room.stepGuess(-1),
      g: () => this.room.stepGuess(1),
      home: () => this.room.toEnd(false),
      end: () => this.room.toEnd(true),
      '<': () => this.faster(-1),
      '>': () => this.faster(1),
    };
    const key = event.key.toLowerCase();
    const act = key === ' ' && !pressing ? () => this.room.run() : acts[key];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  private faster(by: 1 | -1): void {
    const { input } = this.speeds;
    input.selectedIndex = Math.min(Math.max(input.selectedIndex + by, 0), input.options.length - 1);
  }
}

/** The keys, told. */
export function replayKeys(): HTMLElement {
  return keyList({
    Space: 'play or pause',
    '← →': 'one action back or on, also , and .',
    'B G': 'to the guess before, to the next guess',
    Home: 'to the beginning',
    End: 'to the end',
    '< >': 'slower, faster',
    Esc: 'close the proof',
    '+ −': 'zoom',
  });
}
