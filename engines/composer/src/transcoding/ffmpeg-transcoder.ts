import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import {
  type EncodedParts,
  type Encoding,
  type PacketTimes,
  PRESET,
  segmentOptions,
  type SoundPart,
  THREADS,
  type Transcoder,
} from './transcoder';

const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
const SAMPLE_BYTES = 2;
/** Characters of the program's own messages that an error contains. */
const KEPT_TEXT = 4000;

/** A program that runs, with its third output beside the usual two. */
interface RunningProgram {
  readonly output: Readable;
  readonly beside: Readable;
  /** Resolves at its end. Rejects with what it said when it failed. */
  readonly end: Promise<void>;
  kill(): void;
}

/** Uses the `ffmpeg` program with the same graphs. */
export function createFfmpegTranscoder(program: string): Transcoder {
  const start = (args: readonly string[]) => startProgram(program, [...QUIET, ...args]);
  const run = async (args: readonly string[]) => {
    const { output, beside, end } = start(args);
    output.resume();
    beside.resume();
    await end;
  };
  return {
    timesOf: (path) => timesOf(start(['-i', path, '-map', '0:0', '-c', 'copy', '-f', 'framecrc', 'pipe:1'])),

    sound: (graph) =>
      soundOf(
        start(
          [...inGraph(graph), '-map', '0:0', '-f', 's16le', 'pipe:1'].concat([
            '-map',
            '0:0',
            '-c:a',
            'pcm_s16le',
            '-flush_packets',
            '1',
            '-f',
            'framecrc',
            'pipe:3',
          ]),
        ),
      ),

    async encodeVideo(graph, targets, onSeconds) {
      const outputs = targets.flatMap(({ path, encoding }, index) => [
        ...['-map', `0:${index}`, ...pictureOptions(encoding), '-f', 'mp4', path],
      ]);
      const { output, beside, end } = start(['-progress', 'pipe:1', ...inGraph(graph), ...outputs]);
      beside.resume();
      let count = 0;
      for await (const line of createInterface(output)) {
        const [name, value] = line.split('=');
        if (name === 'frame') count = Number(value);
        // In spite of its name `out_time_ms` counts microseconds, in every version.
        if (name === 'out_time_ms' && Number(value) > 0) onSeconds(Number(value) / 1_000_000);
      }
      await end;
      return count;
    },

    encodeSound: (graph, path, rate) =>
      run([...inGraph(graph), '-map', '0:0', '-c:a', 'aac', '-b:a', String(rate), '-f', 'mp4', path]),

    joinFile: (parts, path) => run([...bothOf(parts), '-movflags', '+faststart', '-f', 'mp4', path]),

    joinSegments: (parts, folder, segmentSeconds) => {
      const options = Object.entries(segmentOptions(folder, segmentSeconds)).flatMap(([name, value]) => [
        `-${name}`,
        String(value),
      ]);
      return run([...bothOf(parts), ...options, '-f', 'hls', `${folder}/index.m3u8`]);
    },

    still: (graph, path) =>
      run([...inGraph(graph), '-frames:v', '1', '-strict', 'unofficial', '-q:v', '5', '-f', 'mjpeg', path]),
  };
}

const inGraph = (graph: string) => ['-f', 'lavfi', '-i', graph];

const pictureOptions = ({ quality, rate, gopSize }: Encoding) => [
  ...['-c:v', 'libx264', '-preset', PRESET, '-crf', String(quality), '-sc_threshold', '0', '-g', String(gopSize)],
  ...['-maxrate', String(rate), '-bufsize', String(rate * 2), '-threads', String(THREADS)],
];

const bothOf = ({ video, sound }: EncodedParts) => [
  ...['-f', 'concat', '-safe', '0', '-i', video, '-i', sound],
  ...['-map', '0:v', '-map', '1:a', '-c', 'copy'],
];

function startProgram(program: string, args: readonly string[]): RunningProgram {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const [, output, messages, beside] = child.stdio as unknown as Readable[];
  if (!output || !messages || !beside) throw new Error('A program without outputs.');
  let said = '';
  messages.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-KEPT_TEXT);
  });
  const end = once(child, 'close').then(([code, signal]) => {
    if (code !== 0) throw new Error(`ffmpeg ended with ${String(code ?? signal)}: ${said}`);
  });
  // Whoever reads the outputs first learns of the failure from them; `end` is awaited afterwards.
  end.catch(() => undefined);
  return { output, beside, end, kill: () => child.kill('SIGKILL') };
}

/** Reads the lines of FFmpeg's framecrc format: time and size of each packet. */
async function* packetsIn(lines: Readable): AsyncGenerator<{ at: number; bytes: number }> {
  let [ticks, perSeconds] = [1, 1];
  for await (const line of createInterface(lines)) {
    const base = /^#tb 0: (\d+)\/(\d+)/.exec(line);
    if (base) [ticks, perSeconds] = [Number(base[1]), Number(base[2])];
    if (line.startsWith('#')) continue;
    const [, , pts, , bytes] = line.split(',').map(Number);
    yield { at: ((pts as number) * ticks) / perSeconds, bytes: bytes as number };
  }
}

async function timesOf({ output, beside, end }: RunningProgram): Promise<PacketTimes | null> {
  beside.resume();
  const packets = packetsIn(output);
  const ended = end.then(
    () => undefined,
    () => undefined,
  );
  const first = await packets.next();
  if (first.done) return ended.then(() => null);
  let last = first.value.at;
  for await (const { at } of packets) last = at;
  await ended;
  return { first: first.value.at, last };
}

/** Reads raw samples from one output and their times from the other. */
async function* soundOf({ output, beside, end, kill }: RunningProgram): AsyncGenerator<SoundPart> {
  let isOver = false;
  let held = Buffer.alloc(0);
  const chunks = output[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for await (const { at, bytes } of packetsIn(beside)) {
      while (held.length < bytes) {
        const { done, value } = await chunks.next();
        if (done) throw new Error('The sound ended within a packet.');
        held = Buffer.concat([held, value]);
      }
      const samples = new Int16Array(
        new Uint8Array(held.subarray(0, bytes)).buffer,
        0,
        Math.floor(bytes / SAMPLE_BYTES),
      );
      held = held.subarray(bytes);
      yield { at, samples };
    }
    isOver = true;
  } finally {
    if (!isOver) kill();
  }
  output.resume();
  await end;
}
