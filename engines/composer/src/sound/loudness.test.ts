import { LoudnessMeter } from './loudness';

const RATE = 48_000;
const tone = (seconds: number, level: number) =>
  Float32Array.from(
    { length: seconds * RATE },
    (_, index) => 10 ** (level / 20) * Math.sin((2 * Math.PI * 997 * index) / RATE),
  );

function loudnessOf(...parts: Float32Array[]) {
  const meter = new LoudnessMeter();
  for (const part of parts) meter.add(part);
  return meter.integrated();
}

it.each([-20, -33])('measures a tone of %d dB in both channels', (level) => {
  expect(loudnessOf(tone(5, level))).toBeCloseTo(level, 1);
});

it('does not count pauses and what is much quieter', () => {
  expect(loudnessOf(tone(5, -20), new Float32Array(10 * RATE), tone(10, -45))).toBeCloseTo(-20, 0);
});

it('returns none for silence', () => {
  expect(loudnessOf(new Float32Array(3 * RATE))).toBeNull();
  expect(loudnessOf(new Float32Array(10))).toBeNull();
});
