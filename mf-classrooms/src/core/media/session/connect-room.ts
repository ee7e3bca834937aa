import type { MediaToken } from '@manabiba/shared/contract/media';
import { LogLevel, Room, type RoomConnectOptions, setLogLevel, VideoPresets } from 'livekit-client';

// Outages are shown to the user and repaired; the console is for what nobody expects.
setLogLevel(LogLevel.silent);

/**
 * Makes a connection to the media server by version 0 of the signalling protocol, which every LiveKit server has and the
 * embedded engine alone: finding out would cost a refused request and its error on the console.
 */
export const makeRoom = () =>
  new Room({
    singlePeerConnection: false,
    adaptiveStream: true,
    dynacast: true,
    audioCaptureDefaults: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    videoCaptureDefaults: { resolution: VideoPresets.h540.resolution },
    publishDefaults: {
      dtx: true,
      // Plain Opus is what every server and recorder understands.
      red: false,
      videoCodec: 'vp8',
      videoEncoding: VideoPresets.h540.encoding,
      videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360],
    },
  });

/** Connects without subscribing to anything: what is received is chosen track by track. */
export const connectRoom = (room: Room, { url, token }: MediaToken, options: RoomConnectOptions = {}) =>
  room.connect(url, token, { ...options, autoSubscribe: false });
