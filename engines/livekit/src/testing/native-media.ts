import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  type Room,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';

export const RATE = 48_000;
const FRAME = RATE / 100;
export const LOUD = 8000;
const WIDTH = 320;
const HEIGHT = 180;
const PICTURE_MS = 66;

export interface Published {
  readonly sid: string;
  stop(): Promise<void>;
}

/** Publishes a tone of 440 Hz until it is stopped. */
export async function speak(room: Room): Promise<Published> {
  const source = new AudioSource(RATE, 1);
  const track = LocalAudioTrack.createAudioTrack('tone', source);
  let isOver = false;
  let sent = 0;
  const sending = (async () => {
    while (!isOver) {
      const samples = Int16Array.from({ length: FRAME }, (_, index) =>
        Math.round(LOUD * Math.sin((2 * Math.PI * 440 * (sent + index)) / RATE)),
      );
      sent += FRAME;
      await source.captureFrame(new AudioFrame(samples, RATE, 1, FRAME));
    }
  })();
  const publication = await room.localParticipant?.publishTrack(
    track,
    new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE }),
  );
  return {
    sid: publication?.sid ?? '',
    stop: async () => {
      isOver = true;
      await sending.catch(() => undefined);
      await track.close();
    },
  };
}

/** Publishes a grey video that becomes lighter and darker, about 15 times a second, until it is stopped. */
export async function show(room: Room): Promise<Published> {
  const source = new VideoSource(WIDTH, HEIGHT);
  const track = LocalVideoTrack.createVideoTrack('picture', source);
  let shown = 0;
  const timer = setInterval(() => {
    shown += 1;
    const pixels = new Uint8Array((WIDTH * HEIGHT * 3) / 2).fill(128);
    pixels.fill((shown * 5) % 250, 0, WIDTH * HEIGHT);
    source.captureFrame(new VideoFrame(pixels, WIDTH, HEIGHT, VideoBufferType.I420));
  }, PICTURE_MS);
  const publication = await room.localParticipant?.publishTrack(
    track,
    new TrackPublishOptions({ source: TrackSource.SOURCE_CAMERA, simulcast: false }),
  );
  return {
    sid: publication?.sid ?? '',
    stop: async () => {
      clearInterval(timer);
      await track.close();
    },
  };
}
