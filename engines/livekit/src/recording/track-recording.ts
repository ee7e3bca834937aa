import type { SourceLayer } from '../media/source-layer';
import type { SourceTrack, TrackSubscriber } from '../media/source-track';
import { chooseLayer } from '../rtp/layers';
import { parseHeader } from '../rtp/packet';
import type { ReceivedPacket } from '../rtp/received-packet';
import { type Frame, type FrameReader, OpusFrames, sizeOfKeyFrame, Vp8Frames } from './frames';
import { PacketOrder } from './packet-order';
import { SourceTimeline } from './source-timeline';
import { WebmFile } from './webm-file';

const TICK_MS = 500;
/** Interval of requested key frames, in milliseconds: the places where a player can start. */
const KEY_FRAME_MS = 10_000;
/** Interval of requests while nothing can be recorded without a key frame. */
const ASK_AGAIN_MS = 1000;
/** Smallest distance of two frames in the file, in milliseconds; frames must not go back in time. */
const MIN_STEP_MS = 1;

export interface TrackRecordingEvents {
  /** The first frame is in the file; `startedAt` is its time in milliseconds since 1970. */
  started(startedAt: number): void;
  /** The track has ended, or the file cannot be written. */
  ended(failure?: Error): void;
}

export interface RecordedFile {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly bytes: number;
}

/** Records one published track to a file, from its best layer. All recordings of a process share one clock. */
export class TrackRecording implements TrackSubscriber {
  readonly wish: number;
  readonly #clockRate: number;
  #current = -1;
  #wanted = 0;
  #order: PacketOrder;
  #frames: FrameReader;
  #file: Promise<WebmFile> | undefined;
  #startedAt = 0;
  #lastAt = 0;
  #askedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    private readonly track: SourceTrack,
    private readonly path: string,
    private readonly events: TrackRecordingEvents,
  ) {
    this.wish = track.sources.length - 1;
    this.#wanted = this.wish;
    this.#clockRate = track.kind === 'audio' ? 48_000 : 90_000;
    [this.#order, this.#frames] = this.#newSource();
    this.#timer = setInterval(() => this.#tick(performance.now()), TICK_MS).unref();
    track.add(this);
    this.#tick(performance.now());
  }

  forward(layer: number, received: ReceivedPacket, now: number): void {
    if (layer !== this.#current) {
      if (this.track.kind === 'video' && !(received.isKeyFrame && this.#accepts(layer))) return;
      this.#renew();
      this.#current = layer;
    }
    const header = parseHeader(received.packet);
    if (!header) return;
    const { vp8, packet } = received;
    this.#order.add({
      sequence: received.sequence,
      timestamp: received.timestamp,
      marker: received.marker,
      isFrameStart: vp8?.isFrameStart ?? true,
      isKeyFrame: received.isKeyFrame,
      payload: Buffer.from(packet.subarray(vp8?.payloadAt ?? header.payloadAt, header.payloadEnd)),
      arrivedAt: now,
    });
  }

  sourceRenewed(layer: number): void {
    if (layer === this.#current) this.#renew();
  }

  sourceMuted(): void {
    this.#renew();
    this.#askedAt = -Infinity;
  }

  sourceEnded(): void {
    this.events.ended();
  }

  /** Ends the recording. Resolves to what was written; undefined if no frame came. Rejects when the file is damaged. */
  async stop(): Promise<RecordedFile | undefined> {
    if (!this.#isOver) {
      this.#order.release(Infinity);
      this.#isOver = true;
      clearInterval(this.#timer);
      this.track.remove(this);
    }
    const file = await this.#file;
    if (!file) return undefined;
    await file.finish();
    return { startedAt: wallClock(this.#startedAt), endedAt: wallClock(this.#lastAt), bytes: file.bytes };
  }

  #accepts(layer: number): boolean {
    return layer === this.#wanted || this.#current === -1;
  }

  /** Starts over with a source whose packets have other numbers. What has arrived so far is kept. */
  #renew(): void {
    this.#order.release(Infinity);
    this.#current = -1;
    [this.#order, this.#frames] = this.#newSource();
  }

  #newSource(): [PacketOrder, FrameReader] {
    const frames = this.track.kind === 'audio' ? new OpusFrames() : new Vp8Frames();
    const timeline = new SourceTimeline(this.#clockRate);
    const order = new PacketOrder((packet, isAfterGap) => {
      const frame = frames.take(packet, isAfterGap);
      if (frame) this.#write(frame, timeline.place(frame.timestamp, frame.arrivedAt));
    });
    return [order, frames];
  }

  #tick(now: number): void {
    this.#order.release(now);
    if (this.track.kind === 'audio' || this.track.isMuted) return;
    this.#wanted = chooseLayer(this.track.activeLayers(now), this.wish);
    const isUrgent = this.#wanted !== this.#current || this.#frames.needsKeyFrame;
    if (now - this.#askedAt < (isUrgent ? ASK_AGAIN_MS : KEY_FRAME_MS)) return;
    const source: SourceLayer | undefined = this.track.sources[this.#wanted];
    if (!source || source.ssrc === 0) return;
    this.#askedAt = now;
    source.requestKeyFrame();
  }

  #write({ data, isKeyFrame }: Frame, at: number): void {
    if (this.#isOver) return;
    if (!this.#file) {
      const size = this.track.kind === 'audio' ? undefined : sizeOfKeyFrame(data);
      if (this.track.kind === 'video' && !size) return;
      this.#startedAt = at;
      this.#lastAt = at - MIN_STEP_MS;
      this.#file = this.#create(size);
    }
    const placed = Math.max(at, this.#lastAt + MIN_STEP_MS);
    this.#lastAt = placed;
    const seconds = (placed - this.#startedAt) / 1000;
    void this.#file.then(
      (file) => file.add(data, seconds, isKeyFrame),
      () => undefined,
    );
  }

  async #create(size: { width: number; height: number } | undefined): Promise<WebmFile> {
    try {
      const created = await WebmFile.create(
        this.path,
        size ? { kind: 'video', ...size } : { kind: 'audio' },
        (failure) => this.events.ended(failure),
      );
      this.events.started(wallClock(this.#startedAt));
      return created;
    } catch (failure) {
      this.events.ended(failure as Error);
      throw failure;
    }
  }
}

/** Converts a time of `performance.now()`. The origin is fixed at the start, so a change of the system's clock is no jump. */
const wallClock = (at: number) => performance.timeOrigin + at;
