import fc from 'fast-check';

import type { SoundPart } from '../transcoding/transcoder';
import { SAMPLE_RATE, stepsOf, VoiceReader } from './voice-reader';

const LOUD = 16_384;
const PART_SECONDS = 0.02;
const seconds = (count: number) => count * SAMPLE_RATE;

/** Parts as they are decoded: loud, 20 ms each, at these times in the file. */
async function* partsAt(times: readonly number[]): AsyncGenerator<SoundPart> {
  for (const at of times) yield { at, samples: new Int16Array(seconds(PART_SECONDS)).fill(LOUD) };
}

async function read(
  times: readonly number[],
  { from = 0, until = 60, length = 4, removals = [] as { from: number; until: number }[] } = {},
) {
  const track = { file: 'file', kind: 'voice' as const, personId: 'hana', from, until };
  const reader = new VoiceReader(track, partsAt(times), new Float64Array(stepsOf(length + 1)), removals);
  const blocks: Float32Array[] = [];
  for (let start = 0; start < length; start += 1) {
    const block = new Float32Array(SAMPLE_RATE);
    await reader.addTo(block, seconds(start));
    blocks.push(block);
  }
  return (at: number) => blocks[Math.floor(at)]?.[Math.round(seconds(at % 1))];
}

const running = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index * PART_SECONDS);

it('places a voice at the start of its track, and its pauses as silence', async () => {
  const at = await read([...running(0.5, 10), ...running(2, 10)], { from: 0.25 });
  expect([at(0.2), at(0.3), at(0.44), at(0.5), at(1.7), at(1.8), at(2)]).toEqual([0, 0.5, 0.5, 0, 0, 0.5, 0]);
});

it('drops what lies before the start of the video and after the end of the track', async () => {
  const at = await read(running(0, 200), { from: -1, until: 2 });
  expect([at(0), at(1.99), at(2.01), at(3)]).toEqual([0.5, 0.5, 0, 0]);
});

it('silences exactly the times that are taken out', async () => {
  const removals = [
    { from: 0.505, until: 1.515 },
    { from: 3, until: 3.01 },
  ];
  const at = await read(running(0.25, 200), { from: 0.25, removals });
  expect([0.5, 0.504, 0.506, 1, 1.514, 1.516, 2.99, 3.005, 3.02].map((time) => at(time))).toEqual([
    0.5, 0.5, 0, 0, 0, 0.5, 0.5, 0, 0.5,
  ]);
});

it('is never louder than the voice, whatever the timestamps', async () => {
  const times = fc.array(fc.integer({ min: 0, max: 350 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(times, async (hundredths) => {
      const at = await read(hundredths.map((time) => time / 100));
      for (let time = 0; time < 4; time += 0.013) expect([0, 0.5]).toContain(at(time));
    }),
    { numRuns: 30 },
  );
});
