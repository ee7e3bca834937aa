import { setTimeout } from 'node:timers/promises';

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

import { SLIDE_SIZE, type Talk, VOICE_RATE } from './read-talk';

/** Length of a frame of the voice, in seconds. */
const FRAME_SECONDS = 0.1;
const FRAME_SAMPLES = VOICE_RATE * FRAME_SECONDS;
/** How much of the voice waits to be sent, in milliseconds: slides and captions are early by at most as much. */
const QUEUE_MS = 200;
/** A slide is sent again after this many frames, so that whoever joins sees it soon. */
const FRAMES_PER_SLIDE_FRAME = 5;
/** Pause before a lost connection is made again: the room may have ended. */
const RETRY_MS = 5000;
const CAPTION_TOPIC = 'caption';

/** The two connections of a participant who shares a screen; see `CONNECTION_KINDS`. */
export type SpeakerConnection = 'room' | 'video';

interface SpeakerOptions {
  talk: Talk;
  /** URL of the media server, for clients. */
  url: string;
  /** Signs a new token for one connection to the room. */
  sign: (kind: SpeakerConnection) => Promise<string>;
  onTrouble: (error: unknown) => void;
}

/**
 * Gives a talk in a room, from its beginning and in a loop, while somebody else is there: as voice, slides on a shared
 * screen, and captions. Sends nothing to an empty room, and connects again whenever it was disconnected.
 *
 * @returns the function that ends it
 */
export function speakInRoom({ talk, url, sign, onTrouble }: SpeakerOptions): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const attend = async () => {
    const [room, screen] = [new Room(), new Room()];
    try {
      await room.connect(url, await sign('room'), { autoSubscribe: false, dynacast: false });
      await screen.connect(url, await sign('video'), { autoSubscribe: false, dynacast: false });
      await giveTalks(talk, room, screen, signal);
    } finally {
      await Promise.allSettled([room.disconnect(), screen.disconnect()]);
    }
  };
  const speaking = (async () => {
    while (!signal.aborted) {
      await attend().catch(onTrouble);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return async () => {
    ending.abort();
    await speaking;
  };
}

/** Resolves when one of the connections has ended or the signal is aborted. */
async function giveTalks(talk: Talk, room: Room, screen: Room, signal: AbortSignal): Promise<void> {
  let onChange = () => {};
  room.on(RoomEvent.ParticipantConnected, () => onChange());
  for (const connection of [room, screen]) connection.on(RoomEvent.Disconnected, () => onChange());
  signal.addEventListener('abort', () => onChange());
  const isOver = () => signal.aborted || !room.isConnected || !screen.isConnected;
  const hasListeners = () =>
    [...room.remoteParticipants.keys()].some((identity) => identity !== screen.localParticipant?.identity);
  while (!isOver()) {
    if (hasListeners()) await giveTalk(talk, room, screen, () => !isOver() && hasListeners());
    else
      await new Promise<void>((resolve) => {
        onChange = resolve;
      });
  }
}

/** Publishes voice and slides, and plays the talk in a loop as long as `goesOn` says. */
async function giveTalk(talk: Talk, room: Room, screen: Room, goesOn: () => boolean): Promise<void> {
  const voice = new AudioSource(VOICE_RATE, 1, QUEUE_MS);
  const slides = new VideoSource(SLIDE_SIZE.width, SLIDE_SIZE.height);
  const tracks = [
    { from: room, track: LocalAudioTrack.createAudioTrack('voice', voice), source: TrackSource.SOURCE_MICROPHONE },
    { from: screen, track: LocalVideoTrack.createVideoTrack('slides', slides), source: TrackSource.SOURCE_SCREENSHARE },
  ];
  try {
    await Promise.all(tracks.map(({ from, track, source }) => publish(from, track, source)));
    while (goesOn()) await play(talk, { voice, slides, room }, goesOn);
  } finally {
    for (const { from, track } of tracks)
      if (from.isConnected && track.sid) await from.localParticipant?.unpublishTrack(track.sid);
    await Promise.all(tracks.map(({ track }) => track.close()));
  }
}

async function publish(room: Room, track: LocalTrack, source: TrackSource): Promise<void> {
  const options = new TrackPublishOptions();
  options.source = source;
  options.simulcast = false;
  await room.localParticipant?.publishTrack(track, options);
}

/** Plays the talk once. The voice sets the pace: a frame is taken when there is room in the queue. */
async function play(
  { voice: samples, slides: pages, captions }: Talk,
  { voice, slides, room }: { voice: AudioSource; slides: VideoSource; room: Room },
  goesOn: () => boolean,
): Promise<void> {
  const frames = Math.ceil(samples.length / FRAME_SAMPLES);
  let said = 0;
  for (let frame = 0; frame < frames && goesOn(); frame += 1) {
    const now = frame * FRAME_SECONDS;
    const page = pages.findLast(({ at }) => at <= now);
    if (page && (frame % FRAMES_PER_SLIDE_FRAME === 0 || page.at > now - FRAME_SECONDS)) show(slides, page.pixels);
    const caption = captions[said];
    if (caption && caption.at <= now) {
      said += 1;
      await sendCaption(room, caption.text);
    }
    const part = new Int16Array(FRAME_SAMPLES);
    part.set(samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES));
    await voice.captureFrame(new AudioFrame(part, VOICE_RATE, 1, FRAME_SAMPLES));
  }
}

const show = (slides: VideoSource, pixels: Uint8Array) =>
  slides.captureFrame(new VideoFrame(pixels, SLIDE_SIZE.width, SLIDE_SIZE.height, VideoBufferType.RGBA));

/** As browsers send a sentence: see caption-message.ts of the classrooms' remote. */
async function sendCaption(room: Room, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify({ text, isFinal: true }));
  await room.localParticipant?.publishData(bytes, { topic: CAPTION_TOPIC, reliable: true });
}
