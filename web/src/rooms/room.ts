// What a room is to the page.

export interface RoomView {
  element: HTMLElement;
  /** The room is entered, for the first time or again. */
  enter(): void;
  /** The room is left: what runs in it stops, and waits. */
  leave(): void;
  /** Colours or skin have changed. */
  restyle(): void;
}
