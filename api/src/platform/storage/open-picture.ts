import { detectType } from '@manabiba/shared/contract/upload-types';
import type sharp from 'sharp';

/**
 * Maximum number of pixels. Larger images are treated as decompression bombs: small files that exhaust memory. Phones
 * take JPEG photos of 50 megapixels, which are decoded at a fraction of their size; a PNG may have to be decoded whole.
 */
const MAX_PIXELS = 64_000_000;
const MAX_PNG_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 10;

/** The image library is loaded with the first image. */
let loading: Promise<typeof sharp> | undefined;

/** Opens an image for conversion, within the limits on its size and on the time that it may take. */
export async function openPicture(bytes: Buffer): Promise<sharp.Sharp> {
  loading ??= import('sharp').then(({ default: load }) => {
    load.cache(false);
    load.concurrency(1);
    return load;
  });
  const load = await loading;
  const limitInputPixels = detectType(bytes) === 'image/png' ? MAX_PNG_PIXELS : MAX_PIXELS;
  return load(bytes, { limitInputPixels, failOn: 'error', pages: 1, animated: false }).timeout({
    seconds: TIMEOUT_SECONDS,
  });
}
