import { MIN_COVER_HEIGHT, MIN_COVER_WIDTH } from '@manabiba/shared/contract/limits';

import { AppError } from '../../platform/app-error';
import { openPicture } from '../../platform/storage/open-picture';

/** Longest side of a stored image, in pixels. */
const MAX_SIDE = 1600;
/** Of pictures for a class: a photographed blackboard is read in full. */
const MAX_MATERIAL_SIDE = 3200;
const KEPT_QUALITY = 90;
/** Size of a stored event cover: 16:9. */
const COVER = { width: 1600, height: 900 };
/** More effort makes AVIF encoding much slower and hardly smaller. */
const AVIF_EFFORT = 2;

/** Output quality for all images. Source: product-spec, "default quality 80". */
const QUALITY = 80;
/**
 * All sizes that are rendered: the frames that pages request (shared/src/ui/avatar.tsx), in pixels, and the whole
 * image. A closed list limits the rendering that clients can cause.
 */
const FRAMES = [200, 400, null] as const;

export interface Variant {
  /** Side of the square that the image fills; null for the stored size. */
  side: (typeof FRAMES)[number];
  format: 'avif' | 'webp' | 'jpeg';
}

interface AskedPicture {
  w?: string | undefined;
  h?: string | undefined;
  q?: string | undefined;
}

/** Returns the variant for a query string; throws `invalid` with the offending fields for any other. */
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

/** Why an image is not stored: `too_small` is a cover below its minimum width or height. */
export type PictureFault = 'damaged' | 'too_many_pixels' | 'too_small';

/**
 * Converts an image for storage: rotated upright, limited in size and without camera metadata (place, time, device).
 * Returns why it cannot be: it is damaged, or a decompression bomb.
 */
async function toKept(bytes: Buffer, side: number): Promise<Buffer | PictureFault> {
  try {
    const picture = await openPicture(bytes);
    return await picture
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: KEPT_QUALITY })
      .toBuffer();
  } catch (error) {
    return faultOf(error);
  }
}

export const toKeptPicture = (bytes: Buffer) => toKept(bytes, MAX_SIDE);
export const toKeptMaterial = (bytes: Buffer) => toKept(bytes, MAX_MATERIAL_SIDE);

/** Converts an event cover for storage: cropped to 16:9 around the salient area, without camera metadata. */
export async function toKeptCover(bytes: Buffer): Promise<Buffer | PictureFault> {
  try {
    const picture = await openPicture(bytes);
    const { autoOrient } = await picture.metadata();
    if (autoOrient.width < MIN_COVER_WIDTH || autoOrient.height < MIN_COVER_HEIGHT) return 'too_small';
    return await picture
      .rotate()
      .resize({ ...COVER, fit: 'cover', position: 'attention' })
      .webp({ quality: KEPT_QUALITY })
      .toBuffer();
  } catch (error) {
    return faultOf(error);
  }
}

const faultOf = (error: unknown): PictureFault =>
  error instanceof Error && error.message.includes('pixel limit') ? 'too_many_pixels' : 'damaged';

/** Renders one variant. The image fills the frame and is cropped. */
export async function drawVariant(kept: Buffer, { side, format }: Variant): Promise<Buffer> {
  const whole = await openPicture(kept);
  const picture = side === null ? whole : whole.resize({ width: side, height: side, fit: 'cover' });
  if (format === 'avif') return picture.avif({ quality: QUALITY, effort: AVIF_EFFORT }).toBuffer();
  return format === 'webp'
    ? picture.webp({ quality: QUALITY }).toBuffer()
    : picture.flatten({ background: '#FFFFFF' }).jpeg({ quality: QUALITY }).toBuffer();
}
