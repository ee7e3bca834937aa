import { LocalVideoTrack, type RemoteTrack, Room, RoomEvent, Track } from 'livekit-client';

const WIDTH = 640;
const HEIGHT = 360;
const FRAME_MS = 33;
/** Each frame shows its time in milliseconds as black and white squares, one for each bit. */
const BITS = 16;
const SQUARE = WIDTH / BITS;

/** The functions that the benchmark calls; the client is the unmodified SDK. */
export const latencyPage = {
  /** Publishes a camera whose frames show when they were drawn. */
  async publish(url: string, token: string): Promise<void> {
    const room = new Room({ singlePeerConnection: false });
    await room.connect(url, token);
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    setInterval(() => drawTime(context), FRAME_MS);
    const [track] = canvas.captureStream(30).getVideoTracks();
    await room.localParticipant.publishTrack(new LocalVideoTrack(track as MediaStreamTrack), {
      source: Track.Source.Camera,
      simulcast: false,
      videoEncoding: { maxBitrate: 1_000_000, maxFramerate: 30 },
    });
  },
  /** Joins, watches the given number of frames and leaves. */
  async watch(url: string, token: string, frames: number): Promise<{ firstMs: number; latenciesMs: number[] }> {
    const room = new Room({ singlePeerConnection: false });
    const shown = new Promise<{ firstAt: number; latenciesMs: number[] }>((done) => {
      room.on(RoomEvent.TrackSubscribed, (track) => void watchTrack(track, frames).then(done));
    });
    const began = performance.now();
    await room.connect(url, token);
    const { firstAt, latenciesMs } = await shown;
    await room.disconnect();
    return { firstMs: firstAt - began, latenciesMs };
  },
};

function drawTime(context: CanvasRenderingContext2D): void {
  const now = Date.now();
  context.fillStyle = `hsl(${(now / 20) % 360} 60% 50%)`;
  context.fillRect(0, SQUARE, WIDTH, HEIGHT - SQUARE);
  for (let bit = 0; bit < BITS; bit += 1) {
    context.fillStyle = (now >> bit) & 1 ? '#fff' : '#000';
    context.fillRect(bit * SQUARE, 0, SQUARE, SQUARE);
  }
}

function watchTrack(track: RemoteTrack, frames: number): Promise<{ firstAt: number; latenciesMs: number[] }> {
  const video = track.attach() as HTMLVideoElement;
  document.body.append(video);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = SQUARE;
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  let firstAt = 0;
  const latenciesMs: number[] = [];
  return new Promise((done) => {
    const look = () => {
      firstAt ||= performance.now();
      const now = Date.now();
      context.drawImage(video, 0, 0, WIDTH, SQUARE, 0, 0, WIDTH, SQUARE);
      latenciesMs.push((now - readTime(context)) & (2 ** BITS - 1));
      if (latenciesMs.length < frames) video.requestVideoFrameCallback(look);
      else {
        video.remove();
        done({ firstAt, latenciesMs });
      }
    };
    video.requestVideoFrameCallback(look);
  });
}

function readTime(context: CanvasRenderingContext2D): number {
  let time = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const [red = 0] = context.getImageData((bit + 0.5) * SQUARE, SQUARE / 2, 1, 1).data;
    if (red > 127) time |= 1 << bit;
  }
  return time;
}

Object.assign(globalThis, { latencyPage });
