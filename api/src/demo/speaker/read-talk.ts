import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { OggOpusDecoder } from 'ogg-opus-decoder';
import sharp from 'sharp';
import * as z from 'zod/mini';

/** Samples per second of the voice, as Opus decodes it. */
export const VOICE_RATE = 48_000;
/** Size of the slides, in pixels. */
export const SLIDE_SIZE = { width: 960, height: 540 } as const;

const scriptSchema = z.object({
  slides: z.array(z.object({ file: z.string(), at: z.number() })),
  captions: z.array(z.object({ text: z.string(), at: z.number() })),
});

/** A recorded talk. Slides and captions are in the order of `at`, the second at which each begins. */
export interface Talk {
  /** One channel of 16-bit samples at `VOICE_RATE`. */
  voice: Int16Array;
  /** RGBA pixels of `SLIDE_SIZE`. */
  slides: { at: number; pixels: Uint8Array }[];
  captions: { at: number; text: string }[];
}

/** Reads the talk in a folder: `talk.json` with the times, `talk.ogg`, and the slides that it names. */
export async function readTalk(folder: string): Promise<Talk> {
  const script = scriptSchema.parse(JSON.parse(await readFile(join(folder, 'talk.json'), 'utf8')));
  return {
    voice: await decodeVoice(await readFile(join(folder, 'talk.ogg'))),
    slides: await Promise.all(
      script.slides.map(async ({ file, at }) => ({ at, pixels: await decodeSlide(join(folder, file)) })),
    ),
    captions: script.captions,
  };
}

async function decodeVoice(file: Uint8Array): Promise<Int16Array> {
  const decoder = new OggOpusDecoder();
  await decoder.ready;
  try {
    const { channelData, errors } = await decoder.decodeFile(file);
    const [samples] = channelData;
    if (!samples || errors.length > 0) throw new Error('The voice of the talk cannot be decoded.');
    return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff));
  } finally {
    decoder.free();
  }
}

async function decodeSlide(path: string): Promise<Uint8Array> {
  const { width, height } = SLIDE_SIZE;
  return new Uint8Array(await sharp(path).resize(width, height).ensureAlpha().raw().toBuffer());
}
