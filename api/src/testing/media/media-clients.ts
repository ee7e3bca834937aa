import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  type LocalTrack,
  LocalVideoTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import type { MediaToken } from '@manabiba/shared/contract/media';

const SAMPLE_RATE = 48_000;
const FRAME_MS = 10;
const SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;
const WIDTH = 64;
const HEIGHT = 48;

export type Source = 'mic' | 'camera' | 'screen';
const sources: Record<Source, TrackSource> = {
  mic: TrackSource.SOURCE_MICROPHONE,
  camera: TrackSource.SOURCE_CAMERA,
  screen: TrackSource.SOURCE_SCREENSHARE,
};

/** A client with LiveKit's own SDK that sends whatever the test says, allowed or not. */
export interface MediaClient {
  room: Room;
  /** The tracks that it receives, as `identity source`. */
  received: Set<string>;
  data: string[];
  /** Whether the server muted its microphone. */
  isMuted: boolean;
  isConnected: boolean;
  /** Publishes a source and keeps sending; rejects when the server does not accept it. */
  publish(source: Source): Promise<void>;
  send(text: string): Promise<void>;
}

const open = new Set<() => Promise<void>>();

/** Connects with a token. `closeClients` disconnects. */
export async function connect({ url, token }: Pick<MediaToken, 'url' | 'token'>): Promise<MediaClient> {
  const room = new Room();
  const stops: (() => void)[] = [];
  const client: MediaClient = {
    room,
    received: new Set(),
    data: [],
    isMuted: false,
    isConnected: true,
    publish: (source) => publish(room, source, stops),
    send: async (text) => room.localParticipant?.publishData(new TextEncoder().encode(text), { reliable: true }),
  };
  const nameOf = (source: TrackSource | undefined) =>
    (Object.keys(sources) as Source[]).find((name) => sources[name] === source) ?? 'other';
  room.on(RoomEvent.TrackSubscribed, (_track, publication, { identity }) =>
    client.received.add(`${identity} ${nameOf(publication.source)}`),
  );
  room.on(RoomEvent.TrackUnsubscribed, (_track, publication, { identity }) =>
    client.received.delete(`${identity} ${nameOf(publication.source)}`),
  );
  room.on(RoomEvent.DataReceived, (payload) => client.data.push(new TextDecoder().decode(payload)));
  room.on(RoomEvent.TrackMuted, (_publication, { identity }) => {
    if (identity === room.localParticipant?.identity) client.isMuted = true;
  });
  room.on(RoomEvent.Disconnected, () => {
    client.isConnected = false;
  });
  await room.connect(url, token, { autoSubscribe: true, dynacast: false });
  open.add(async () => {
    for (const stop of stops) stop();
    await room.disconnect();
  });
  return client;
}

export async function closeClients(): Promise<void> {
  await Promise.all([...open].map((close) => close()));
  open.clear();
}

async function publish(room: Room, source: Source, stops: (() => void)[]): Promise<void> {
  const { track, pump } = source === 'mic' ? voice() : picture(source);
  const timer = setInterval(pump, source === 'mic' ? FRAME_MS : 100);
  stops.push(() => clearInterval(timer));
  const options = new TrackPublishOptions();
  options.source = sources[source];
  options.simulcast = false;
  try {
    await room.localParticipant?.publishTrack(track, options);
  } catch (error) {
    clearInterval(timer);
    throw error;
  }
}

function voice(): { track: LocalTrack; pump: () => void } {
  const source = new AudioSource(SAMPLE_RATE, 1);
  const samples = Int16Array.from({ length: SAMPLES }, (_, index) => Math.sin(index / 8) * 8000);
  return {
    track: LocalAudioTrack.createAudioTrack('voice', source),
    pump: () => void source.captureFrame(new AudioFrame(samples, SAMPLE_RATE, 1, SAMPLES)).catch(() => undefined),
  };
}

function picture(name: string): { track: LocalTrack; pump: () => void } {
  const source = new VideoSource(WIDTH, HEIGHT);
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4).fill(128);
  return {
    track: LocalVideoTrack.createVideoTrack(name, source),
    pump: () => source.captureFrame(new VideoFrame(pixels, WIDTH, HEIGHT, VideoBufferType.RGBA)),
  };
}
