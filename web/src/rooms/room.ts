// What a room is to the page.

export interface RoomView {
  element: HTMLElement;
  /** The room is left: what runs in it stops. */
  leave(): void;
  /** Colours or skin have changed. */
  restyle(): void;
}
