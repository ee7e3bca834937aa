import { writeFile } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';

import type { CodecContext, Packet } from 'node-av';

import { joinStreams } from './join-streams';
import type { Libraries } from './libraries';
import {
  type EncodedParts,
  type Encoding,
  type PacketTimes,
  PRESET,
  segmentOptions,
  THREADS,
  type Transcoder,
} from './transcoder';
import { createTurns } from './turns';

/**
 * Uses FFmpeg's libraries from npm. All calls are synchronous, which costs less than a turn through the thread pool for
 * each packet; the program that uses them does nothing else.
 */
export function createNodeAvTranscoder(av: Libraries): Transcoder {
  return {
    timesOf: (path) => timesOf(av, path),
    sound: (graph) => soundOf(av, graph),
    encodeVideo: async (graph, targets, onSeconds) => {
      const encoders = targets.map(({ path, encoding }) => ({ path, create: pictureEncoder(av, encoding) }));
      return encode(av, graph, encoders, onSeconds);
    },
    encodeSound: async (graph, path, rate) => {
      const create = (decoder: Decoder) =>
        av.Encoder.createSync(av.FF_ENCODER_AAC, { decoder, bitrate: rate, autoResample: true });
      await encode(av, graph, [{ path, create }], () => undefined);
    },
    joinFile: (parts, path) =>
      joinStreams(av, sourcesOf(parts), { path, format: 'mp4', options: { movflags: '+faststart' } }),
    joinSegments: (parts, folder, segmentSeconds) =>
      joinStreams(av, sourcesOf(parts), {
        path: `${folder}/index.m3u8`,
        format: 'hls',
        options: segmentOptions(folder, segmentSeconds),
      }),
    still: async (graph, path) => writeFile(path, stillOf(av, graph)),
  };
}

type Decoder = ReturnType<Libraries['Decoder']['createSync']>;
type Encoder = ReturnType<Libraries['Encoder']['createSync']>;

const sourcesOf = ({ video, sound }: EncodedParts) => [
  { path: video, isList: true },
  { path: sound, isList: false },
];
const openGraph = (av: Libraries, graph: string) => av.Demuxer.openSync(graph, { format: 'lavfi' });
const secondsOf = ({ pts, timeBase }: Packet) => (Number(pts) * timeBase.num) / timeBase.den;

async function timesOf(av: Libraries, path: string): Promise<PacketTimes | null> {
  let input;
  try {
    input = av.Demuxer.openSync(path);
  } catch {
    return null;
  }
  let first: number | undefined;
  let last = 0;
  const turn = createTurns();
  for (const packet of input.packetsSync(0)) {
    if (packet) last = secondsOf(packet);
    if (packet) first ??= last;
    packet?.free();
    await turn();
  }
  input.closeSync();
  return first === undefined ? null : { first, last };
}

async function* soundOf(av: Libraries, graph: string) {
  const input = openGraph(av, graph);
  try {
    for (const packet of input.packetsSync(0)) {
      if (packet?.data) yield { at: secondsOf(packet), samples: new Int16Array(new Uint8Array(packet.data).buffer) };
      packet?.free();
    }
  } finally {
    input.closeSync();
  }
}

const pictureEncoder =
  (av: Libraries, { quality, rate, gopSize }: Encoding) =>
  (decoder: Decoder) =>
    av.Encoder.createSync(av.FF_ENCODER_LIBX264, {
      decoder,
      gopSize,
      maxRate: rate,
      bufSize: rate * 2,
      threadCount: THREADS,
      configure: (context) => setOptions(av, context, { preset: PRESET, crf: String(quality), sc_threshold: '0' }),
    });

/** Sets options of a codec. Those given to `createSync` are freed twice by node-av 6.1, which ends the process later. */
function setOptions(av: Libraries, context: CodecContext, options: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(options))
    av.FFmpegError.throwIfError(context.setOption(name, value), `The option ${name} cannot be set`);
}

/** Encodes each output of a graph into a file of its own. Returns how many packets the shortest has. */
async function encode(
  av: Libraries,
  graph: string,
  targets: readonly { path: string; create: (decoder: Decoder) => Encoder }[],
  onSeconds: (seconds: number) => void,
): Promise<number> {
  const input = openGraph(av, graph);
  const outputs = targets.map(({ path, create }, index) => {
    const stream = input.streams[index];
    if (!stream) throw new Error('The graph has too few outputs.');
    const decoder = av.Decoder.createSync(stream, { threadCount: 1 });
    const encoder = create(decoder);
    const muxer = av.Muxer.openSync(path, { format: 'mp4' });
    return { decoder, encoder, muxer, target: muxer.addStream(encoder), count: 0 };
  });
  const write = (output: (typeof outputs)[number], packets: readonly Packet[]) => {
    for (const packet of packets) {
      output.muxer.writePacketSync(packet, output.target);
      packet.free();
      output.count += 1;
    }
  };
  try {
    for (const packet of input.packetsSync()) {
      const reached = packet ? [outputs[packet.streamIndex] as (typeof outputs)[number]] : outputs;
      for (const output of reached) {
        for (const frame of output.decoder.decodeAllSync(packet)) {
          write(output, output.encoder.encodeAllSync(frame));
          frame.free();
        }
        if (!packet) write(output, output.encoder.encodeAllSync(null));
      }
      if (packet?.streamIndex === 0) {
        onSeconds(secondsOf(packet));
        await otherWork();
      }
      packet?.free();
    }
    for (const { muxer } of outputs) muxer.closeSync();
    return Math.min(...outputs.map(({ count }) => count));
  } finally {
    for (const { decoder, encoder, muxer } of outputs) {
      encoder.close();
      decoder.close();
      if (muxer.isOpen) muxer.closeSync();
    }
    input.closeSync();
  }
}

function stillOf(av: Libraries, graph: string): Buffer {
  const input = openGraph(av, graph);
  const [stream] = input.streams;
  if (!stream) throw new Error('The graph has no picture.');
  const decoder = av.Decoder.createSync(stream);
  const encoder = av.Encoder.createSync(av.FF_ENCODER_MJPEG, {
    decoder,
    configure: (context) => setOptions(av, context, { strict: 'unofficial', qmin: '4', qmax: '8' }),
  });
  try {
    for (const packet of encoder.packetsSync(decoder.framesSync(input.packetsSync(stream.index))))
      if (packet?.data) return Buffer.from(packet.data);
    throw new Error('The graph gave no picture.');
  } finally {
    encoder.close();
    decoder.close();
    input.closeSync();
  }
}
