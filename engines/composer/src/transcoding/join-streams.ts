import type { FormatContext, Packet } from 'node-av';

import type { Libraries } from './libraries';
import { createTurns } from './turns';

/** Where joined streams go: the name of a muxer, its options and the path of its file or playlist. */
export interface JoinTarget {
  readonly path: string;
  readonly format: 'mp4' | 'hls';
  readonly options: Readonly<Record<string, string | number>>;
}

/** A file with one encoded stream; a list is read by FFmpeg's concat demuxer. */
export interface JoinSource {
  readonly path: string;
  readonly isList: boolean;
}

/**
 * Copies the streams of several files into one, in the order of their times, so that the muxer holds few packets.
 *
 * It writes through FFmpeg's muxer itself: the one of node-av 6.1 never frees what it copies, which costs twice the
 * size of the video.
 */
export async function joinStreams(av: Libraries, sources: readonly JoinSource[], target: JoinTarget): Promise<void> {
  const { throwIfError } = av.FFmpegError;
  const output = new av.FormatContext();
  throwIfError(output.allocOutputContext2(null, target.format, target.path), 'The output cannot be created');
  for (const [name, value] of Object.entries(target.options))
    throwIfError(output.setOption(name, value), `The option ${name} cannot be set`);
  const inputs = sources.map(({ path, isList }) =>
    isList ? av.Demuxer.openSync(path, { format: 'concat', options: { safe: false } }) : av.Demuxer.openSync(path),
  );
  const file = openFile(av, output, target.path);
  try {
    const streams = inputs.map((input) => {
      const [from] = input.streams;
      if (!from) throw new Error('An encoded part has no stream.');
      const to = output.newStream(null);
      throwIfError(from.codecpar.copy(to.codecpar), 'A stream cannot be copied');
      to.timeBase = from.timeBase;
      const packets = input.packetsSync(0);
      return { from, to, packets, next: packets.next().value ?? null };
    });
    throwIfError(output.writeHeaderSync(), 'The header cannot be written');
    const turn = createTurns();
    for (;;) {
      const waiting = streams.filter(({ next }) => next !== null);
      const first = waiting.sort((a, b) => decodedAt(a.next as Packet) - decodedAt(b.next as Packet))[0];
      if (!first) break;
      const packet = first.next as Packet;
      packet.streamIndex = first.to.index;
      packet.rescaleTs(first.from.timeBase, first.to.timeBase);
      packet.timeBase = first.to.timeBase;
      throwIfError(output.interleavedWriteFrameSync(packet), 'A packet cannot be written');
      packet.free();
      await turn();
      first.next = first.packets.next().value ?? null;
    }
    throwIfError(output.writeTrailerSync(), 'The end of the file cannot be written');
  } finally {
    if (file) output.pb = null;
    file?.closepSync();
    output.freeContext();
    for (const input of inputs) input.closeSync();
  }
}

/** Opens the file of a muxer that does not open its files itself. */
function openFile(av: Libraries, output: FormatContext, path: string) {
  if (output.oformat?.hasFlags(av.AVFMT_NOFILE)) return undefined;
  const file = new av.IOContext();
  av.FFmpegError.throwIfError(file.open2Sync(path, av.AVIO_FLAG_WRITE), 'The output cannot be opened');
  output.pb = file;
  return file;
}

const decodedAt = ({ dts, timeBase }: Packet) => (Number(dts) * timeBase.num) / timeBase.den;
