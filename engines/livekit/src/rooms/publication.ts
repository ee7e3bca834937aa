import {
  type AddTrackRequest,
  Encryption_Type,
  SimulcastCodecInfo,
  TrackInfo,
  TrackSource,
  TrackType,
  VideoLayer,
  VideoQuality,
} from '@livekit/protocol';

import type {
  PublishedTrack,
  Quality,
  TrackLayer,
  TrackSource as MediaSource,
  WaitingTrack,
} from '../media/media-plane';
import { newSid } from './ids';

const MAX_TEXT = 256;
const MAX_LAYERS = 3;

/** A track that a participant has announced; published once `track` is set. */
export interface Publication {
  readonly cid: string;
  readonly info: TrackInfo;
  readonly waiting: WaitingTrack;
  /** Set once its packets are accepted. */
  track?: PublishedTrack;
}

/** Creates a publication from a client's request. */
export function createPublication(request: AddTrackRequest): Publication {
  const sid = newSid('TR');
  const isVideo = request.type === TrackType.VIDEO;
  const mimeType = isVideo ? 'video/VP8' : 'audio/opus';
  const layers = isVideo ? layersOf(request) : [];
  const info = new TrackInfo({
    sid,
    type: request.type,
    name: request.name.slice(0, MAX_TEXT),
    muted: request.muted,
    width: request.width,
    height: request.height,
    simulcast: layers.length > 1,
    disableDtx: request.disableDtx,
    source: request.source,
    layers,
    mimeType,
    codecs: [new SimulcastCodecInfo({ mimeType, cid: request.cid, layers })],
    stereo: request.stereo,
    // RED is never negotiated, so that every subscriber can play the plain Opus.
    disableRed: true,
    encryption: Encryption_Type.NONE,
    stream: request.stream.slice(0, MAX_TEXT),
  });
  const waiting: WaitingTrack = {
    cid: request.cid,
    sid,
    kind: isVideo ? 'video' : 'audio',
    source: mediaSource(request.source),
    mimeType,
    layers: layers.filter(({ quality }) => quality <= VideoQuality.HIGH).map(mediaLayer),
  };
  return { cid: request.cid, info, waiting };
}

/** Returns the layers of a request. A client that names none sends one, of the highest quality. */
function layersOf({ layers, simulcastCodecs, width, height }: AddTrackRequest): VideoLayer[] {
  const named = layers.length > 0 ? layers : (simulcastCodecs[0]?.layers ?? []);
  if (named.length === 0) return [new VideoLayer({ quality: VideoQuality.HIGH, width, height })];
  return named.slice(0, MAX_LAYERS);
}

const mediaLayer = ({ quality, width, height, bitrate }: VideoLayer): TrackLayer => ({
  quality: quality as number as Quality,
  width,
  height,
  bitrate,
});

function mediaSource(source: TrackSource): MediaSource {
  if (source === TrackSource.CAMERA) return 'camera';
  if (source === TrackSource.MICROPHONE) return 'microphone';
  if (source === TrackSource.SCREEN_SHARE) return 'screen_share';
  if (source === TrackSource.SCREEN_SHARE_AUDIO) return 'screen_share_audio';
  return 'unknown';
}
