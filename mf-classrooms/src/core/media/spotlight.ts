import * as z from 'zod/mini';

import type { MediaSession } from './session/media-session';

const TOPIC = 'spotlight';
/** How often the spotlight is sent again, for those who have come since, in milliseconds. */
const REPEAT_MS = 4000;

const message = z.object({ userId: z.nullable(z.string()) });

/** Whom a participant shows enlarged to all; null for nobody. */
export interface Spotlight {
  /** Who said so; only a moderator's word counts. */
  fromId: string;
  userId: string | null;
}

/** Calls the listener with each change of the spotlight. Returns the function that stops it. */
export function listenToSpotlight(media: MediaSession, onChange: (spotlight: Spotlight) => void): () => void {
  return media.messages.on(TOPIC, (fromId, value) => {
    const parsed = message.safeParse(value);
    if (parsed.success) onChange({ fromId, userId: parsed.data.userId });
  });
}

/** Shows a person enlarged to all until it is stopped. Returns the function that stops it. */
export function shineSpotlight(media: MediaSession, userId: string): () => void {
  const send = (shown: string | null) => media.messages.send(TOPIC, { userId: shown });
  send(userId);
  const repeating = setInterval(() => send(userId), REPEAT_MS);
  return () => {
    clearInterval(repeating);
    send(null);
  };
}
