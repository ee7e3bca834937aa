import type sharp from 'sharp';

/** Above so many pixels a picture is a bomb: a small file that fills the memory. */
const MAX_PIXELS = 40_000_000;
/** The longest side of what is kept. */
const MAX_SIDE = 1600;
const KEPT_QUALITY = 90;
const TIMEOUT_SECONDS = 10;
/** AVIF gets little smaller with more effort, and much slower. */
const AVIF_EFFORT = 2;

/** Sizes that are made; others are rounded up to the next. */
const SIDES = [48, 96, 200, 400, 800, MAX_SIDE] as const;
/** What the product's own pages ask for; any other quality is this one too. */
const QUALITY = 80;

export interface Variant {
  width: number | null;
  height: number | null;
  quality: number;
  format: 'avif' | 'webp' | 'jpeg';
}

const roundUp = (steps: readonly number[], value: number) => steps.find((step) => step >= value) ?? steps.at(-1) ?? value;

/** What is made of what was asked for: few sizes and qualities, so that nobody can have the server draw without end. */
export function variantOf(asked: { w?: number | undefined; h?: number | undefined; accept: string }): Variant {
  const side = (value: number | undefined) => (value === undefined ? null : roundUp(SIDES, value));
  return {
    width: side(asked.w), height: side(asked.h), quality: QUALITY,
    format: asked.accept.includes('image/avif') ? 'avif' : asked.accept.includes('image/webp') ? 'webp' : 'jpeg',
  };
}

/** The drawing library is loaded with the first picture. */
let loading: Promise<typeof sharp> | undefined;
async function open(bytes: Buffer): Promise<sharp.Sharp> {
  loading ??= import('sharp').then(({ default: load }) => {
    load.cache(false);
    load.concurrency(1);
    return load;
  });
  const load = await loading;
  return load(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, animated: false }).timeout({ seconds: TIMEOUT_SECONDS });
}

/**
 * The picture as it is kept: turned as it was meant, within bounds, and without what the camera wrote into it (place,
 * time, device). Null when it is no picture that can be drawn, or a bomb.
 */
export async function toKeptPicture(bytes: Buffer): Promise<Buffer | null> {
  try {
    const picture = await open(bytes);
    return await picture.rotate().resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true }).webp({ quality: KEPT_QUALITY }).toBuffer();
  } catch {
    return null;
  }
}

/** Draws one variant. With both sides it is cut to fill them. */
export async function drawVariant(kept: Buffer, { width, height, quality, format }: Variant): Promise<Buffer> {
  const picture = (await open(kept)).resize({
    ...(width === null ? {} : { width }), ...(height === null ? {} : { height }),
    fit: 'cover', withoutEnlargement: width === null || height === null,
  });
  if (format === 'avif') return picture.avif({ quality, effort: AVIF_EFFORT }).toBuffer();
  return format === 'webp' ? picture.webp({ quality }).toBuffer() : picture.flatten({ background: '#FFFFFF' }).jpeg({ quality }).toBuffer();
}
