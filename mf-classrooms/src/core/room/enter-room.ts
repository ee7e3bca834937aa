/** The history state with which a link opens a classroom's room instead of its page. */
export interface EntersRoom {
  /** `listen` joins at once, without the screen that asks for microphone and camera. */
  entersRoom: true | 'listen';
}

/** Returns how the viewer enters the room, from the history state of the page; false when they do not. */
export const readEntersRoom = (state: unknown): EntersRoom['entersRoom'] | false =>
  (state as EntersRoom | null)?.entersRoom ?? false;
