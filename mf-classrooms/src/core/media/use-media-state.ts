import { useSyncExternalStore } from 'react';

import type { MediaSession } from './session/media-session';
import type { MediaState } from './session/media-state';

/** The state while the session is loading. */
export const LOADING_MEDIA: MediaState = {
  connection: 'connecting',
  isBlocked: false,
  people: new Map(),
  isMicOn: false,
  camera: null,
  screen: null,
  isSoundStopped: false,
  isSoundBlocked: false,
  isAudioOnly: false,
  megabytes: 0,
};
const never = () => () => undefined;
const readLoading = () => LOADING_MEDIA;

/** Returns the state of the media session; an empty state while the session is loading. */
export const useMediaState = (media: MediaSession | null): MediaState =>
  useSyncExternalStore(media?.subscribe ?? never, media?.read ?? readLoading);
