// What can be done with the moment of a replay that is shown: play on from it, analyse it, send it, and
// save the whole game.
import type { Order, Position, ReplayFacts } from '../../../engine/engine.js';
import { addressOf, addressOfPosition, go, type Place, stated } from '../../address';
import { button, div, h } from '../../dom';
import { download } from '../../download';
import { answered, projector } from '../../engine';
import { codeOf } from '../../recorded';
import { LONGEST_LINK } from '../../tunables';

export class MomentActions {
  readonly element: HTMLElement;
  private readonly playOn = button('Play on from here', () => this.play(), {
    class: 'primary',
    title: 'Take the game over at this moment, on the same board',
  });
  private readonly sent = h('input', { readonly: true, hidden: true, 'aria-label': 'Link to this moment' });
  private replay = 0;
  private facts: ReplayFacts | undefined;
  private at = 0;
  private position: Position | undefined;

  constructor(
    private readonly usual: Order,
    private readonly tell: (words: string) => void,
  ) {
    this.element = h(
      'section',
      { class: 'moment-actions', hidden: true, 'aria-label': 'This moment' },
      div(
        'row',
        this.playOn,
        button('Analyse this', () => void this.analyse(), { title: 'Take this position to Analyse' }),
        button('Copy link', () => void this.copy(), { title: 'A link to this moment' }),
        button('Save as RawVF', () => void this.save(), { title: 'The whole game as text that other programs read' }),
      ),
      this.sent,
    );
  }

  open(replay: number, facts: ReplayFacts): void {
    this.replay = replay;
    this.facts = facts;
    this.position = undefined;
    this.sent.hidden = true;
    this.element.hidden = false;
  }

  /** So many actions are done. */
  stand(at: number): void {
    this.at = at;
    this.playOn.disabled = this.facts?.status === 'won' && at === this.facts.actions.length;
  }

  see(position: Position): void {
    this.position = position;
  }

  /** On the same board, as far as it was played; of a lost game, before the mine was hit. */
  private play(): void {
    const { facts, at } = this;
    if (!facts) return;
    const lost = facts.status === 'lost' && at === facts.actions.length;
    go({ room: 'play', query: stated({ game: codeOf(facts), at: String(lost ? at - 1 : at) }) });
  }

  private async analyse(): Promise<void> {
    const place = await this.placeOfPosition();
    if (place) go(place);
  }

  private async placeOfPosition(): Promise<Place | undefined> {
    return this.position && (await answered(addressOfPosition(this.position, this.usual), () => true, this.tell));
  }

  /** A link that shows this moment elsewhere: of the whole game if that fits, else of the position. */
  private async copy(): Promise<void> {
    const { facts, at } = this;
    if (!facts) return;
    const here = location.href.replace(/#.*$/s, '');
    const whole = here + addressOf({ room: 'replay', query: stated({ game: codeOf(facts), at: String(at) }) });
    if (whole.length <= LONGEST_LINK) {
      await this.send(whole, 'Copied: the link leads to this moment of the game.');
      return;
    }
    const place = await this.placeOfPosition();
    if (!place) return;
    const words = 'Copied. The whole game is too long for a link, so it leads to this position, in Analyse.';
    await this.send(here + addressOf(place), words);
  }

  private async send(link: string, words: string): Promise<void> {
    this.sent.value = link;
    this.sent.hidden = false;
    try {
      await navigator.clipboard.writeText(link);
      this.tell(words);
    } catch {
      this.sent.select();
      this.tell('The browser did not allow copying; the link is selected in the box.');
    }
  }

  private async save(): Promise<void> {
    const { facts, replay } = this;
    if (!facts) return;
    const text = await answered(projector.call('rawvf', replay), () => true, this.tell);
    const name = `${facts.width}x${facts.height}-${facts.mines.length}-${(facts.time / 1000).toFixed(2)}s.rawvf`;
    if (text !== undefined) download(name, text);
  }
}
