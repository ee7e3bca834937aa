import { type FileHandle, open } from 'node:fs/promises';

import { SAMPLE_RATE } from './voice-reader';

const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** A WAV file of one channel and a known length, which is silent where nothing is written. */
export class WaveFile {
  private constructor(private readonly file: FileHandle) {}

  static async create(path: string, samples: number): Promise<WaveFile> {
    const file = await open(path, 'w');
    await file.write(header(samples));
    await file.truncate(HEADER_BYTES + samples * SAMPLE_BYTES);
    return new WaveFile(file);
  }

  /** Writes samples from -1 to 1 from a place on. */
  async write(samples: Float32Array, at: number): Promise<void> {
    const pcm = new Int16Array(samples.length);
    for (let index = 0; index < samples.length; index += 1)
      pcm[index] = Math.max(-32_768, Math.min(32_767, Math.round((samples[index] as number) * 32_768)));
    await this.file.write(pcm, 0, pcm.byteLength, HEADER_BYTES + at * SAMPLE_BYTES);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/** The header of a WAV file with 16 bits per sample. */
function header(samples: number): Buffer {
  const bytes = samples * SAMPLE_BYTES;
  const made = Buffer.alloc(HEADER_BYTES);
  made.write('RIFF', 0, 'latin1');
  made.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  made.write('WAVEfmt ', 8, 'latin1');
  made.writeUInt32LE(16, 16);
  made.writeUInt16LE(1, 20);
  made.writeUInt16LE(1, 22);
  made.writeUInt32LE(SAMPLE_RATE, 24);
  made.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  made.writeUInt16LE(SAMPLE_BYTES, 32);
  made.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  made.write('data', 36, 'latin1');
  made.writeUInt32LE(bytes, 40);
  return made;
}
