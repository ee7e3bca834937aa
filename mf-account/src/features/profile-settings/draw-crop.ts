import { type Crop, type Size, squareOf } from './crop';

/** Twice the largest requested avatar size, in pixels. */
const SIDE = 400;
const QUALITY = 0.92;

/**
 * Renders the chosen square as a new image, which drops all metadata of the original file. Returns null when the
 * browser cannot.
 */
export function drawCrop(picture: HTMLImageElement, crop: Crop, size: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  const { left, top, side } = squareOf(crop, size);
  // JPEG has no transparency: without a background, transparent pixels would turn black.
  context.fillStyle = '#FFFFFF';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
