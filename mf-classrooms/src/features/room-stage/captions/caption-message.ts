import * as z from 'zod/mini';

import type { MediaSession } from '../../../core/media/session/media-session';

const TOPIC = 'caption';
const MAX_LENGTH = 400;

const message = z.object({ text: z.string().check(z.maxLength(MAX_LENGTH)), isFinal: z.boolean() });

/** A sentence that someone has said or is saying. */
export interface Caption {
  fromId: string;
  text: string;
  isFinal: boolean;
}

/** Sends a caption to all. A lost interim result is replaced by the next one; the sentence itself is not lost. */
export function sendCaption(media: MediaSession, { text, isFinal }: Omit<Caption, 'fromId'>): void {
  media.messages.send(TOPIC, { text: text.slice(-MAX_LENGTH), isFinal }, { reliable: isFinal });
}

/** Calls the listener with each caption. Returns the function that stops it. */
export function listenToCaptions(media: MediaSession, onCaption: (caption: Caption) => void): () => void {
  return media.messages.on(TOPIC, (fromId, value) => {
    const parsed = message.safeParse(value);
    if (parsed.success) onCaption({ fromId, ...parsed.data });
  });
}
