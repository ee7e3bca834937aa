import type { Packet } from 'node-av';

/** How one video is encoded. Rates in bits per second, the highest for the pictures. */
export interface Encoding {
  /** Constant quality of H.264, as libx264 counts it: lower is better. */
  readonly quality: number;
  readonly videoRate: number;
  readonly soundRate: number;
  /** Pictures between two at which a player can start. */
  readonly gopSize: number;
}

/** Two threads at most: composing shares its machine with live classes. */
const THREADS = 2;
/** What JPEG expects of colours, as the last filters of a graph. */
export const FULL_RANGE = 'scale=out_range=full,format=yuvj420p';

/** No FFmpeg is installed on this machine. */
export class CodecMissing extends Error {
  override readonly name = 'CodecMissing';
}

/** The libraries of FFmpeg. Filter graphs open their own files. */
export type Libraries = typeof import('node-av');

/** Loads the libraries. Throws `CodecMissing` where the optional package is not installed for this platform. */
export async function loadLibraries(): Promise<Libraries> {
  provideWithResolvers();
  const av = await import('node-av').catch((cause: unknown) => {
    throw new CodecMissing('FFmpeg is not installed: the optional package node-av cannot be loaded.', { cause });
  });
  av.Log.setLevel(av.AV_LOG_FATAL);
  return av;
}

const openGraph = (av: Libraries, graph: string) => av.Demuxer.open(graph, { format: 'lavfi' });

/** Encodes `out0`, the pictures, and `out1`, the sound, of a graph into an MP4 file that plays while it loads. */
export async function encode(
  av: Libraries,
  graph: string,
  { path, encoding, onSeconds }: { path: string; encoding: Encoding; onSeconds: (seconds: number) => void },
): Promise<void> {
  const input = await openGraph(av, graph);
  const muxer = await av.Muxer.open(path, { format: 'mp4', options: { movflags: '+faststart' } });
  const streams = await Promise.all(
    input.streams.map(async (stream, index) => {
      const decoder = await av.Decoder.create(stream);
      const encoder = await (index === 0 ? pictureEncoder : soundEncoder)(av, decoder, encoding);
      return { stream, decoder, encoder, target: muxer.addStream(encoder) };
    }),
  );
  try {
    await Promise.all(
      streams.map(async ({ stream, decoder, encoder, target }, index) => {
        for await (const packet of encoder.packets(decoder.frames(input.packets(stream.index)))) {
          if (packet && index === 0) onSeconds(secondsOf(packet));
          await muxer.writePacket(packet, target);
          packet?.free();
        }
      }),
    );
    await muxer.close();
  } finally {
    for (const { encoder, decoder } of streams) {
      encoder.close();
      decoder.close();
    }
    await input.close();
  }
}

type Decoder = Awaited<ReturnType<Libraries['Decoder']['create']>>;

const pictureEncoder = (av: Libraries, decoder: Decoder, { quality, videoRate, gopSize }: Encoding) =>
  av.Encoder.create(av.FF_ENCODER_LIBX264, {
    decoder,
    gopSize,
    maxRate: videoRate,
    bufSize: videoRate * 2,
    threadCount: THREADS,
    options: { preset: 'veryfast', crf: quality, sc_threshold: 0 },
  });

const soundEncoder = (av: Libraries, decoder: Decoder, { soundRate }: Encoding) =>
  av.Encoder.create(av.FF_ENCODER_AAC, { decoder, bitrate: soundRate, autoResample: true });

/** Cuts a file into segments of fragmented MP4 with a playlist, without encoding it anew. */
export async function segment(av: Libraries, path: string, folder: string, segmentSeconds: number): Promise<void> {
  const input = await av.Demuxer.open(path);
  const muxer = await av.Muxer.open(`${folder}/index.m3u8`, {
    format: 'hls',
    options: {
      hls_time: segmentSeconds,
      hls_playlist_type: 'vod',
      hls_segment_type: 'fmp4',
      hls_fmp4_init_filename: 'init.mp4',
      hls_segment_filename: `${folder}/%d.m4s`,
      hls_flags: 'independent_segments',
    },
  });
  const targets = input.streams.map((stream) => muxer.addStream(stream));
  try {
    for await (const packet of input.packets()) {
      if (packet) await muxer.writePacket(packet, targets[packet.streamIndex] as number);
      packet?.free();
    }
    await muxer.close();
  } finally {
    await input.close();
  }
}

/** Returns the first picture of a graph, which ends in `FULL_RANGE`, as a JPEG. */
export async function picture(av: Libraries, graph: string): Promise<Buffer> {
  const input = await openGraph(av, graph);
  const [stream] = input.streams;
  if (!stream) throw new Error('The graph has no picture.');
  const decoder = await av.Decoder.create(stream);
  const options = { strict: 'unofficial' as const, qmin: 4, qmax: 8 };
  const encoder = await av.Encoder.create(av.FF_ENCODER_MJPEG, { decoder, options });
  try {
    for await (const packet of encoder.packets(decoder.frames(input.packets(stream.index))))
      if (packet?.data) return Buffer.from(packet.data);
    throw new Error('The graph gave no picture.');
  } finally {
    encoder.close();
    decoder.close();
    await input.close();
  }
}

/** Passes the samples of a graph's sound on: signed 16 bits, one channel. */
export async function samples(av: Libraries, graph: string, onSamples: (some: Int16Array) => void): Promise<void> {
  const input = await openGraph(av, graph);
  try {
    for await (const packet of input.packets(0)) {
      if (packet?.data) onSamples(new Int16Array(new Uint8Array(packet.data).buffer));
      packet?.free();
    }
  } finally {
    await input.close();
  }
}

/** Tells whether a recorded track contains anything that can be read. */
export async function isReadable(av: Libraries, path: string): Promise<boolean> {
  const input = await av.Demuxer.open(path).catch(() => null);
  if (!input) return false;
  try {
    for await (const packet of input.packets(0)) {
      packet?.free();
      if (packet) return true;
    }
    return false;
  } finally {
    await input.close();
  }
}

const secondsOf = ({ pts, timeBase }: Packet) => (Number(pts) * timeBase.num) / timeBase.den;

/** node-av uses `Promise.withResolvers`, which Node 20 does not have. */
function provideWithResolvers(): void {
  const promise = Promise as { withResolvers?: unknown };
  promise.withResolvers ??= function withResolvers<T>() {
    let resolve: ((value: T | PromiseLike<T>) => void) | undefined;
    let reject: ((reason?: unknown) => void) | undefined;
    const made = new Promise<T>((done, fail) => {
      resolve = done;
      reject = fail;
    });
    return { promise: made, resolve, reject };
  };
}
