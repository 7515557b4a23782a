// What a room is to the page.

export interface RoomView {
  element: HTMLElement;
  /** Where it is: an address that leads here needs no new room. */
  readonly address: string;
  /** The room is entered, for the first time or again. */
  enter(): void;
  /** The room is left: what runs in it stops, and waits. */
  leave(): void;
  /** Colours or skin have changed. */
  restyle(): void;
  /** Nobody comes back: everything it holds is given back. */
  dispose(): void;
  /** Reads what was dropped on the page; a room that cannot leaves it. */
  read?(what: Uint8Array | string): void;
  /** Says what went wrong with it. */
  tell?(words: string): void;
}
