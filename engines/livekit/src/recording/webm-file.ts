import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import {
  AppendOnlyStreamTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

/** What the file contains: one track. */
export type WebmTrack =
  | { readonly kind: 'audio' }
  | { readonly kind: 'video'; readonly width: number; readonly height: number };

/** Bytes that may wait for the disk. */
const MAX_WAITING = 32 * 1024 * 1024;
const CHANNELS = 2;
const SAMPLE_RATE = 48_000;

/**
 * A WebM file with one track that is only ever appended to. Each frame is handed to the operating system when it is
 * added, so that a killed process leaves a file that plays to its last frames.
 */
export class WebmFile {
  #bytes = 0;
  #waiting = 0;
  #work: Promise<unknown> = Promise.resolve();
  #failure: Error | undefined;

  private constructor(
    private readonly output: Output,
    private readonly addPacket: AddPacket,
    private readonly handle: FileHandle,
    private readonly onFailure: (failure: Error) => void,
  ) {}

  /**
   * Creates the file and its folder. Rejects when the file exists. `onFailure` is called once when writing has failed.
   */
  static async create(path: string, track: WebmTrack, onFailure: (failure: Error) => void): Promise<WebmFile> {
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, 'wx');
    const writable = new WritableStream<Uint8Array>({
      write: async (bytes) => {
        await handle.appendFile(bytes);
        file.#bytes += bytes.length;
      },
    });
    const output = new Output({
      format: new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 1 }),
      target: new AppendOnlyStreamTarget(writable),
    });
    const addPacket = track.kind === 'audio' ? audioTrack(output) : videoTrack(output, track.width, track.height);
    const file = new WebmFile(output, addPacket, handle, onFailure);
    await output.start();
    return file;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Appends a frame. Times are in seconds since the start of the file and must not decrease. */
  add(data: Uint8Array, seconds: number, isKeyFrame: boolean): void {
    if (this.#failure) return;
    this.#waiting += data.length;
    if (this.#waiting > MAX_WAITING) return this.#fail(new Error('The disk is too slow for the recording.'));
    const packet = new EncodedPacket(data, isKeyFrame ? 'key' : 'delta', seconds, 0);
    this.#work = this.#work
      .then(() => this.addPacket(packet))
      .then(() => {
        this.#waiting -= data.length;
      })
      .catch((failure: unknown) => this.#fail(failure as Error));
  }

  /** Writes what waits and closes the file. Rejects when anything could not be written. */
  async finish(): Promise<void> {
    await this.#work;
    try {
      if (this.#failure) throw this.#failure;
      await this.output.finalize();
    } finally {
      await this.handle.close();
    }
  }

  #fail(failure: Error): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.onFailure(failure);
  }
}

/** Passes a packet to the muxer, with what its decoder needs to know; the first packet's is written to the file. */
type AddPacket = (packet: EncodedPacket) => Promise<void>;

function audioTrack(output: Output): AddPacket {
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  const decoderConfig = { codec: 'opus', numberOfChannels: CHANNELS, sampleRate: SAMPLE_RATE, description: opusHead() };
  return (packet) => source.add(packet, { decoderConfig });
}

function videoTrack(output: Output, codedWidth: number, codedHeight: number): AddPacket {
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  return (packet) => source.add(packet, { decoderConfig: { codec: 'vp8', codedWidth, codedHeight } });
}

/** The identification header of Opus (RFC 7845, 5.1), which WebM requires. */
function opusHead(): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 'latin1');
  head[8] = 1;
  head[9] = CHANNELS;
  head.writeUInt32LE(SAMPLE_RATE, 12);
  return new Uint8Array(head);
}
