import { type Libraries, loadLibraries, samples } from '../transcoder';

/** Makes recorded tracks, and measures composed videos. Runs in a process of its own, like the composer. */
interface LabTask {
  readonly make?: readonly { readonly graph: string; readonly path: string; readonly kind: 'video' | 'audio' }[];
  readonly measure?: string;
}

const PICTURE_RATE = 30;
const SAMPLE_RATE = 8000;

async function make(av: Libraries, graph: string, path: string, kind: 'video' | 'audio'): Promise<void> {
  const input = await av.Demuxer.open(graph, { format: 'lavfi' });
  const [stream] = input.streams;
  if (!stream) throw new Error('The graph has no stream.');
  const decoder = await av.Decoder.create(stream);
  const encoder = await (kind === 'video'
    ? av.Encoder.create(av.FF_ENCODER_LIBVPX_VP8, { decoder, gopSize: 15 })
    : av.Encoder.create(av.FF_ENCODER_LIBOPUS, { decoder, autoResample: true }));
  const muxer = await av.Muxer.open(path, { format: 'webm' });
  const target = muxer.addStream(encoder);
  for await (const packet of encoder.packets(decoder.frames(input.packets(stream.index)))) {
    await muxer.writePacket(packet, target);
    packet?.free();
  }
  await muxer.close();
  encoder.close();
  decoder.close();
  await input.close();
}

/** Returns the times at which the values rise to a level, in seconds. */
const rises = (values: readonly number[], rate: number, level: number): number[] =>
  values.flatMap((value, index) => (value >= level && (values[index - 1] ?? 0) < level ? [index / rate] : []));

/** Returns when the picture becomes light, when the sound becomes loud, and how long both are, in seconds. */
async function measure(av: Libraries, path: string) {
  const light: number[] = [];
  const graph = `movie=filename='${path}',fps=${PICTURE_RATE},scale=16:16:flags=area,format=gray[out0]`;
  const input = await av.Demuxer.open(graph, { format: 'lavfi' });
  const [stream] = input.streams;
  if (!stream) throw new Error('The video has no picture.');
  const decoder = await av.Decoder.create(stream);
  for await (const frame of decoder.frames(input.packets(0))) {
    if (frame) light.push(meanOf(frame.toBuffer()));
    frame?.free();
  }
  decoder.close();
  await input.close();
  const loud: number[] = [];
  const sound = `amovie=filename='${path}',aresample=${SAMPLE_RATE},aformat=sample_fmts=s16:channel_layouts=mono[out0]`;
  await samples(av, sound, (some) => {
    for (const sample of some) loud.push(Math.abs(sample) / 32_768);
  });
  return {
    lightAt: rises(light, PICTURE_RATE, 100),
    loudAt: rises(envelopeOf(loud), SAMPLE_RATE, 0.03),
    pictureSeconds: light.length / PICTURE_RATE,
    soundSeconds: loud.length / SAMPLE_RATE,
  };
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

async function run({ make: made = [], measure: path }: LabTask): Promise<void> {
  const av = await loadLibraries();
  for (const { graph, path: file, kind } of made) await make(av, graph, file, kind);
  if (path !== undefined) process.stdout.write(JSON.stringify(await measure(av, path)));
}

run(JSON.parse(process.argv[2] ?? '{}') as LabTask).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(String((error as Error).stack));
    process.exit(1);
  },
);
