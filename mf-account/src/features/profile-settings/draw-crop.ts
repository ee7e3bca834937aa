import { type Crop, type Size, squareOf } from './crop';

/** Twice what avatars are asked at, in pixels. */
const SIDE = 400;
const QUALITY = 0.92;

/** Draws the chosen square as a picture of its own, without anything that the camera wrote into the file. Null when the browser cannot. */
export function drawCrop(picture: HTMLImageElement, crop: Crop, size: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  const { left, top, side } = squareOf(crop, size);
  // A JPEG knows no transparency: without a ground it would turn black.
  context.fillStyle = '#FFFFFF';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
