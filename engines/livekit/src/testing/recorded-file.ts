import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';

/** What a player finds in a recorded file. Times in seconds. */
export interface Recorded {
  readonly kind: string;
  readonly codec: string | null;
  readonly packets: number;
  readonly keyFrames: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The longest time between two packets. */
  readonly longestGap: number;
}

/** Reads the one track of a recorded file to its end, whether or not the file was completed. */
export async function readRecorded(path: string): Promise<Recorded> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const [track] = await input.getTracks();
  if (!track) throw new Error('The file has no track.');
  const times: number[] = [];
  let keyFrames = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    times.push(packet.timestamp);
    if (packet.type === 'key') keyFrames += 1;
  }
  const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
  return {
    kind: track.type,
    codec: track.codec,
    packets: times.length,
    keyFrames,
    firstAt: times[0] ?? NaN,
    lastAt: times.at(-1) ?? NaN,
    longestGap: Math.max(0, ...gaps),
  };
}
