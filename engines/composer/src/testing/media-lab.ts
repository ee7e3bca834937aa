import { stat, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';

import { type Libraries, loadLibraries } from '../transcoding/libraries';
import { createNodeAvTranscoder } from '../transcoding/node-av-transcoder';

/** Makes recorded tracks, and measures composed videos. Runs in a process of its own, like the composer. */
interface LabTask {
  readonly make?: readonly { readonly graph: string; readonly path: string; readonly kind: 'video' | 'audio' }[];
  readonly measure?: string;
  readonly join?: { readonly folder: string; readonly graph: string; readonly seconds: number; readonly times: number };
  readonly read?: string;
}

const PICTURE_RATE = 30;
const SAMPLE_RATE = 8000;

function make(av: Libraries, graph: string, path: string, kind: 'video' | 'audio'): void {
  const input = av.Demuxer.openSync(graph, { format: 'lavfi' });
  const [stream] = input.streams;
  if (!stream) throw new Error('The graph has no stream.');
  const decoder = av.Decoder.createSync(stream);
  const encoder =
    kind === 'video'
      ? av.Encoder.createSync(av.FF_ENCODER_LIBVPX_VP8, {
          decoder,
          gopSize: 15,
          configure: (context) => {
            context.setOption('deadline', 'realtime');
            context.setOption('cpu-used', '8');
          },
        })
      : av.Encoder.createSync(av.FF_ENCODER_LIBOPUS, { decoder, autoResample: true });
  const muxer = av.Muxer.openSync(path, { format: extname(path).slice(1) });
  const target = muxer.addStream(encoder);
  for (const packet of encoder.packetsSync(decoder.framesSync(input.packetsSync(stream.index)))) {
    muxer.writePacketSync(packet, target);
    packet?.free();
  }
  muxer.closeSync();
  encoder.close();
  decoder.close();
  input.closeSync();
}

/** Returns the times at which the values rise to a level, in seconds. */
const rises = (values: readonly number[], rate: number, level: number): number[] =>
  values.flatMap((value, index) => (value >= level && (values[index - 1] ?? 0) < level ? [index / rate] : []));

/** Returns when the video becomes light, when the sound becomes loud, and how long both are, in seconds. */
async function measure(av: Libraries, path: string) {
  const light: number[] = [];
  const graph = `movie=filename='${path}',fps=${PICTURE_RATE},scale=16:16:flags=area,format=gray[out0]`;
  const input = av.Demuxer.openSync(graph, { format: 'lavfi' });
  const [stream] = input.streams;
  if (!stream) throw new Error('The video has no picture.');
  const decoder = av.Decoder.createSync(stream);
  for (const frame of decoder.framesSync(input.packetsSync(0))) {
    if (frame) light.push(meanOf(frame.toBuffer()));
    frame?.free();
  }
  decoder.close();
  input.closeSync();
  const loud: number[] = [];
  const sound = `amovie=filename='${path}',aresample=${SAMPLE_RATE},aformat=sample_fmts=s16:channel_layouts=mono[out0]`;
  for await (const { samples } of createNodeAvTranscoder(av).sound(sound))
    for (const sample of samples) loud.push(Math.abs(sample) / 32_768);
  return {
    lightAt: rises(light, PICTURE_RATE, 100),
    loudAt: rises(envelopeOf(loud), SAMPLE_RATE, 0.03),
    pictureSeconds: light.length / PICTURE_RATE,
    soundSeconds: loud.length / SAMPLE_RATE,
    loudness: loudnessOf(av, path),
  };
}

/** Returns the integrated loudness that FFmpeg's own meter reports, in LUFS. */
function loudnessOf(av: Libraries, path: string): number {
  const input = av.Demuxer.openSync(`amovie=filename='${path}',ebur128=metadata=1[out0]`, { format: 'lavfi' });
  let loudness = NaN;
  for (const packet of input.packetsSync(0)) {
    const words = packet?.getSideData(av.AV_PKT_DATA_STRINGS_METADATA)?.toString('latin1').split('\0') ?? [];
    const index = words.indexOf('lavfi.r128.I');
    if (index >= 0) loudness = Number(words[index + 1]);
    packet?.free();
  }
  input.closeSync();
  return loudness;
}

const meanOf = (bytes: Uint8Array) => bytes.reduce((sum, value) => sum + value, 0) / bytes.length;

/** A tone crosses zero; its envelope is the loudest of the last 20 ms. */
function envelopeOf(values: readonly number[]): number[] {
  const hold = SAMPLE_RATE / 50;
  let left = 0;
  let level = 0;
  return values.map((value) => {
    if (value >= level || left === 0) {
      level = value;
      left = hold;
    } else left -= 1;
    return level;
  });
}

/** Joins a piece with itself so often. Returns the bytes of the video, and those by which the process grew meanwhile. */
async function join(av: Libraries, { folder, graph, seconds, times }: NonNullable<LabTask['join']>) {
  const transcoder = createNodeAvTranscoder(av);
  const [piece, list, sound, video] = ['piece.mp4', 'pieces.ffconcat', 'sound.m4a', 'video.mp4'].map((name) =>
    resolve(folder, name),
  ) as [string, string, string, string];
  const encoding = { quality: 12, rate: 40_000_000, gopSize: 30 };
  await transcoder.encodeVideo(graph, [{ path: piece, encoding }], () => undefined);
  await transcoder.encodeSound(`sine=d=${seconds * times}[out0]`, sound, 96_000);
  const entry = `file 'piece.mp4'\nduration ${seconds}\n`;
  await writeFile(list, `ffconcat version 1.0\n${entry.repeat(times)}`);
  const before = process.memoryUsage.rss();
  await transcoder.joinFile({ video: list, sound }, video);
  return { bytes: (await stat(video)).size, grown: process.memoryUsage.rss() - before };
}

/** Reads the times of a track, and returns by how much the memory has grown. */
async function read(av: Libraries, path: string) {
  const before = process.memoryUsage.rss();
  const times = await createNodeAvTranscoder(av).timesOf(path);
  return { times, grown: process.memoryUsage.rss() - before };
}

async function run({ make: made = [], measure: path, join: joined, read: track }: LabTask): Promise<void> {
  const av = await loadLibraries();
  for (const { graph, path: file, kind } of made) make(av, graph, file, kind);
  if (joined) process.stdout.write(JSON.stringify(await join(av, joined)));
  if (track !== undefined) process.stdout.write(JSON.stringify(await read(av, track)));
  if (path !== undefined) process.stdout.write(JSON.stringify(await measure(av, path)));
}

run(JSON.parse(process.argv[2] ?? '{}') as LabTask).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(String((error as Error).stack));
    process.exit(1);
  },
);
