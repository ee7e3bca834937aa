import type { Track } from 'livekit-client';

import type { PersonMedia } from './media-people';

/** The state that the stage renders. Replaced as a whole on each change. */
export interface MediaState {
  connection: 'connecting' | 'connected' | 'reconnecting' | 'closed';
  /** The last attempt to connect reached the server, but media did not: the network blocks it. */
  isBlocked: boolean;
  /** By user id. */
  people: ReadonlyMap<string, PersonMedia>;
  /** The viewer's own microphone, camera and screen. */
  isMicOn: boolean;
  camera: Track | null;
  screen: Track | null;
  /** The sound has been paused, or the browser blocks it, until the user clicks something. */
  isSoundStopped: boolean;
  /** The browser never let it begin. */
  isSoundBlocked: boolean;
  /** No video is received. */
  isAudioOnly: boolean;
  /** Data sent and received since the session was opened. */
  megabytes: number;
}
