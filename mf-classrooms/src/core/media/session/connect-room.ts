import type { MediaToken } from '@manabiba/shared/contract/media';
import {
  ConnectionError,
  ConnectionErrorReason,
  LogLevel,
  Room,
  type RoomConnectOptions,
  RoomEvent,
  setLogLevel,
  VideoPresets,
} from 'livekit-client';

import { reconnectDelays } from './reconnect-delays';

// The stage shows outages and the session reconnects; the console is reserved for unexpected errors.
setLogLevel(LogLevel.silent);

/**
 * Creates a room that uses signalling v0, which every LiveKit server supports and the embedded engine exclusively.
 * Trying v1 first would cost a failed request and an error on the console.
 *
 * @param keepsTracks whether published tracks go on when the connection is given up, to be published by another one.
 */
export const makeRoom = ({ keepsTracks = false } = {}) =>
  new Room({
    stopLocalTrackOnUnpublish: !keepsTracks,
    singlePeerConnection: false,
    adaptiveStream: true,
    dynacast: true,
    reconnectPolicy: reconnectDelays(Math.random),
    audioCaptureDefaults: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    videoCaptureDefaults: { resolution: VideoPresets.h540.resolution },
    publishDefaults: {
      dtx: true,
      // Without RED: every server and recorder supports plain Opus.
      red: false,
      videoCodec: 'vp8',
      videoEncoding: VideoPresets.h540.encoding,
      videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360],
    },
  });

/** The server answers, but no media reaches it: as a rule, a network between them blocks UDP. */
export class MediaBlocked extends Error {
  readonly code = 'media_blocked';
}

/**
 * Connects without subscribing; the session subscribes to tracks individually. Rejects with `MediaBlocked`, or as
 * livekit-client does.
 */
export async function connectRoom(
  room: Room,
  { url, token }: MediaToken,
  options: RoomConnectOptions = {},
): Promise<void> {
  let hasSignal = false;
  room.once(RoomEvent.SignalConnected, () => {
    hasSignal = true;
  });
  try {
    await room.connect(url, token, { ...options, autoSubscribe: false });
  } catch (error) {
    const isMedia = error instanceof ConnectionError && error.reason === ConnectionErrorReason.InternalError;
    throw hasSignal && isMedia ? new MediaBlocked(error.message, { cause: error }) : error;
  }
}
