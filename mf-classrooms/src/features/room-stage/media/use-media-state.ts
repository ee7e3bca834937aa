import { useSyncExternalStore } from 'react';

import type { MediaSession, MediaState } from '../../../core/media/session/media-session';

const LOADING: MediaState = {
  connection: 'connecting',
  people: new Map(),
  isMicOn: false,
  camera: null,
  screen: null,
  isSoundStopped: false,
  isAudioOnly: false,
  megabytes: 0,
};
const never = () => () => undefined;
const readLoading = () => LOADING;

/** Returns what is seen and heard in the room; of a session that is still being loaded, nothing. */
export const useMediaState = (media: MediaSession | null): MediaState =>
  useSyncExternalStore(media?.subscribe ?? never, media?.read ?? readLoading);
