/** How an event looks on another website: a card with all facts, or a button with the price. */
export type EmbedForm = 'card' | 'button';

/** Returns the path of the document that other websites frame. */
export const eventEmbedPath = (eventId: string, form: EmbedForm) =>
  `/embed/events/${encodeURIComponent(eventId)}?form=${form}`;
