// How a game went, in numbers, and how that compares with the best so far.
import type { Order } from '../../../engine/engine.js';
import { h, terms } from '../../dom';
import { counted, seconds, share } from '../../words';
import { bestsOf, disqualified, note } from './bests';
import type { PlayedGame } from './game';

/** Why kaboom ended a game. */
const JUDGEMENTS: Record<string, string> = {
  needless: 'a needless guess: another cell was certainly safe',
  hopeless: 'a certain mine',
};

export class Results {
  readonly element = h('p', { class: 'results small', hidden: true });
  readonly bests = h('section', { class: 'bests', hidden: true, 'aria-label': 'Your bests' });
  words = '';

  close(): void {
    this.element.hidden = true;
  }

  /** The end of a game in words; the first time it is told, it counts. */
  tell(game: PlayedGame): string {
    const { turn, clicks, help, order, phase } = game;
    const [total, cleared] = turn?.three_bv ?? [0, 0];
    const time = game.clock.spent;
    const won = phase === 'won';
    const pressed = clicks.open + clicks.flag + clicks.chord;
    const speed = time > 0 ? cleared / (time / 1000) : 0;
    const efficiency = pressed > 0 ? cleared / pressed : 0;
    const parts = [
      `${won ? 'Won' : 'Lost'} after ${seconds(time)} s`,
      won ? `3BV ${total}` : `3BV ${cleared} of ${total}`,
      `${time > 0 ? speed.toFixed(2) : '–'} 3BV/s`,
    ];
    const helped = [
      help.hints > 0 && counted(help.hints, 'hint'),
      help.why > 0 && `${counted(help.why, 'question')} why`,
      help.probabilities && 'probabilities',
      help.analysis && 'analysis',
      help.undos > 0 && `${counted(help.undos, 'move')} taken back`,
    ].filter((part) => part !== false);
    const judged = JUDGEMENTS[turn?.judgement ?? ''];
    if (judged && !won) parts.push(judged);
    if (helped.length > 0) parts.push(helped.join(', '));
    this.words = parts.join(' · ');
    const why = order.board === null || order.board === undefined ? disqualified(help) : 'the board was given';
    // Coming back to its end is no second game.
    const first = !help.counted;
    help.counted = true;
    const broken = first && !why ? note(order, won, won ? { time, speed, efficiency } : undefined) : [];
    const lines = [
      `${counted(pressed, 'click')}: ${clicks.open} left, ${clicks.flag} right, ${counted(clicks.chord, 'chord')}; efficiency ${
        pressed > 0 ? share(efficiency) : '–'
      }`,
      broken.length > 0 ? `new best ${broken.join(', ')}` : '',
      why && won ? `not counted for your bests: ${why}` : '',
    ].filter(Boolean);
    this.element.textContent = `${lines.join(' · ')}.`;
    this.element.hidden = false;
    this.recall(order);
    return this.words;
  }

  /** The bests of a kind of board. */
  recall(order: Order): void {
    const { played, won, best } = bestsOf(order);
    this.bests.hidden = played === 0;
    if (played === 0) return;
    const lines: [string, string][] = [['Won', `${won} of ${played}`]];
    if (best.time !== undefined) lines.push(['Time', `${seconds(best.time)} s`]);
    if (best.speed !== undefined) lines.push(['Speed', `${best.speed.toFixed(2)} 3BV/s`]);
    if (best.efficiency !== undefined) lines.push(['Efficiency', share(best.efficiency)]);
    this.bests.replaceChildren(h('h2', {}, 'Your bests here'), h('dl', {}, ...terms(lines)));
  }
}
