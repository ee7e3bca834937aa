import type { MediaSession } from '../media/session/media-session';
import type { MediaState } from '../media/session/media-state';
import { LOADING_MEDIA } from '../media/use-media-state';

/** A connected session in the given state, without a network. It records the calls to `resumeSound`. */
export function aMediaSession(changes: Partial<MediaState> = {}) {
  const state: MediaState = { ...LOADING_MEDIA, connection: 'connected', ...changes };
  const session = {
    read: () => state,
    subscribe: () => () => undefined,
    resumeSound: jest.fn<Promise<void>, []>(() => Promise.resolve()),
  };
  return session as typeof session & MediaSession;
}
