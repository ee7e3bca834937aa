import { MIN_COVER_HEIGHT, MIN_COVER_WIDTH } from '@manabiba/shared/contract/limits';
import type sharp from 'sharp';

import { AppError } from '../../platform/app-error';

/** Above so many pixels a picture is a bomb: a small file that fills the memory. */
const MAX_PIXELS = 40_000_000;
/** The longest side of what is kept. */
const MAX_SIDE = 1600;
const KEPT_QUALITY = 90;
/** The cover of an event as it is kept: 16:9. */
const COVER = { width: 1600, height: 900 };
const TIMEOUT_SECONDS = 10;
/** AVIF gets little smaller with more effort, and much slower. */
const AVIF_EFFORT = 2;

/** The quality that everybody gets. Source: product-spec, "default quality 80". */
const QUALITY = 80;
/**
 * All that is drawn: the frames for which the pages ask (shared/src/ui/avatar.tsx), in pixels, and the whole picture. A
 * closed list, so that nobody can have the server draw without end.
 */
const FRAMES = [200, 400, null] as const;

export interface Variant {
  /** The side of the square that the picture fills; null for the picture as it is kept. */
  side: (typeof FRAMES)[number];
  format: 'avif' | 'webp' | 'jpeg';
}

interface AskedPicture {
  w?: string | undefined;
  h?: string | undefined;
  q?: string | undefined;
}

/** The variant that the query of an address names; refuses any other as `invalid` with the field that does not fit. */
export function variantOf({ w, h, q }: AskedPicture, accept: string): Variant {
  const side = FRAMES.find((frame) => (frame === null ? undefined : String(frame)) === w);
  const fields = {
    ...(side === undefined && { w: `幅は${FRAMES.filter(Boolean).join('か')}を指定してください。` }),
    ...(h !== w && { h: '高さは幅と同じ値を指定してください。' }),
    ...(q !== undefined && q !== String(QUALITY) && { q: `画質は${QUALITY}を指定してください。` }),
  };
  if (side === undefined || Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
  return { side, format: accept.includes('image/avif') ? 'avif' : accept.includes('image/webp') ? 'webp' : 'jpeg' };
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
  return load(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, animated: false }).timeout({
    seconds: TIMEOUT_SECONDS,
  });
}

/**
 * The picture as it is kept: turned as it was meant, within bounds, and without what the camera wrote into it (place,
 * time, device). Null when it is no picture that can be drawn, or a bomb.
 */
export async function toKeptPicture(bytes: Buffer): Promise<Buffer | null> {
  try {
    const picture = await open(bytes);
    return await picture
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: KEPT_QUALITY })
      .toBuffer();
  } catch {
    return null;
  }
}

/**
 * The cover of an event as it is kept: cut to 16:9 around what catches the eye, and without what the camera wrote into
 * it. Null when it is no picture that can be drawn, `too_small` below the least width and height.
 */
export async function toKeptCover(bytes: Buffer): Promise<Buffer | 'too_small' | null> {
  try {
    const picture = await open(bytes);
    const { autoOrient } = await picture.metadata();
    if (autoOrient.width < MIN_COVER_WIDTH || autoOrient.height < MIN_COVER_HEIGHT) return 'too_small';
    return await picture
      .rotate()
      .resize({ ...COVER, fit: 'cover', position: 'attention' })
      .webp({ quality: KEPT_QUALITY })
      .toBuffer();
  } catch {
    return null;
  }
}

/** Draws one variant. A frame is filled, and what lies beyond it is cut off. */
export async function drawVariant(kept: Buffer, { side, format }: Variant): Promise<Buffer> {
  const whole = await open(kept);
  const picture = side === null ? whole : whole.resize({ width: side, height: side, fit: 'cover' });
  if (format === 'avif') return picture.avif({ quality: QUALITY, effort: AVIF_EFFORT }).toBuffer();
  return format === 'webp'
    ? picture.webp({ quality: QUALITY }).toBuffer()
    : picture.flatten({ background: '#FFFFFF' }).jpeg({ quality: QUALITY }).toBuffer();
}
