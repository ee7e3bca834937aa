import { writeFile } from 'node:fs/promises';

const RATE = 48_000;
const SECONDS = 3;
const HEADER_BYTES = 44;
const HARMONICS = 12;
/** The amplitude of the fundamental, of 32767: the sum of the harmonics does not clip. */
const AMPLITUDE = 6000;

/**
 * Writes a WAV file for Chromium's fake microphone, which repeats it: a speaker without pauses, so that no
 * silence is measured as delay. The pitch glides, because noise suppression removes steady tones.
 * @param {string} path
 */
export async function writeSteadyVoice(path) {
  const samples = Buffer.alloc(RATE * SECONDS * 2);
  let phase = 0;
  for (let index = 0; index < RATE * SECONDS; index += 1) {
    const seconds = index / RATE;
    phase += (2 * Math.PI * (140 + 40 * Math.sin((2 * Math.PI * seconds * 2) / SECONDS))) / RATE;
    let sum = 0;
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic += 1) sum += Math.sin(harmonic * phase) / harmonic;
    samples.writeInt16LE(Math.round(AMPLITUDE * sum * (0.6 + 0.4 * Math.sin(2 * Math.PI * 5 * seconds))), index * 2);
  }
  await writeFile(path, Buffer.concat([header(samples.length), samples]));
}

/** The header of one channel of 16-bit samples. */
function header(length) {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(HEADER_BYTES - 8 + length, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(length, 40);
  return bytes;
}
