import { FLAC_BLOCK, FLAC_RATE } from './flac';

/** Notes of a pentatonic scale above C4, in semitones: any of them sound well together. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16];
const C4_HZ = 261.63;
const NOTE_SECONDS = 0.5;
const LOUDNESS = 5000;

/**
 * Composes quiet music for a video of about this length, and the same for the same seed. Every slide begins with a
 * chord.
 */
export function composeMelody(seconds: number, chordsAt: readonly number[], seed: number): Int16Array {
  const length = Math.ceil((seconds * FLAC_RATE) / FLAC_BLOCK) * FLAC_BLOCK;
  const sound = new Float32Array(length);
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const noteAt = (index: number) => C4_HZ * 2 ** ((SCALE[index] ?? 0) / 12);
  for (let at = 0; at < seconds - NOTE_SECONDS; at += NOTE_SECONDS)
    if (next(4) > 0) pluck(sound, { at, hertz: noteAt(next(SCALE.length)), volume: 0.5 });
  for (const at of chordsAt) for (const index of [0, 2, 3]) pluck(sound, { at, hertz: noteAt(index) / 2, volume: 0.6 });
  return Int16Array.from(sound, (value) => Math.max(-32_767, Math.min(32_767, Math.round(value * LOUDNESS))));
}

/** Adds a plucked note that fades within two seconds. */
function pluck(sound: Float32Array, { at, hertz, volume }: { at: number; hertz: number; volume: number }): void {
  const start = Math.floor(at * FLAC_RATE);
  for (let n = 0; n < 2 * FLAC_RATE && start + n < sound.length; n += 1) {
    const t = n / FLAC_RATE;
    const attack = Math.min(1, t / 0.01);
    const wave = Math.sin(2 * Math.PI * hertz * t) + 0.25 * Math.sin(4 * Math.PI * hertz * t);
    sound[start + n] = (sound[start + n] ?? 0) + volume * attack * Math.exp(-3 * t) * wave;
  }
}

/** The loudest moment of each of `count` equal parts, 0 to 100, for a drawing of the sound. */
export function peaksOf(sound: Int16Array, count: number): number[] {
  const part = sound.length / count;
  return Array.from({ length: count }, (_, index) => {
    const samples = sound.subarray(Math.floor(index * part), Math.floor((index + 1) * part));
    const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return Math.round((peak / 32_767) * 100);
  });
}
