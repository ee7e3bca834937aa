export interface Size {
  width: number;
  height: number;
}

/** The square cropped from an image: its centre in image pixels, and the zoom relative to the largest square. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const MAX_ZOOM = 4;

/** Returns the largest centred square. */
export function centred({ width, height }: Size): Crop {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

/** Returns the side of the square in image pixels. */
export function sideOf({ zoom }: Pick<Crop, 'zoom'>, { width, height }: Size): number {
  return Math.min(width, height) / zoom;
}

/** Zooms around the same centre as far as the image allows. */
export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  return within({ ...crop, zoom: Math.min(MAX_ZOOM, Math.max(1, zoom)) }, size);
}

/** Moves the image right and down under the frame, in fractions of the frame's side. */
export function pushed(crop: Crop, size: Size, right: number, down: number): Crop {
  const side = sideOf(crop, size);
  return within({ ...crop, x: crop.x - right * side, y: crop.y - down * side }, size);
}

/** Returns the square in image pixels. */
export function squareOf(crop: Crop, size: Size): { left: number; top: number; side: number } {
  const side = sideOf(crop, size);
  return { left: crop.x - side / 2, top: crop.y - side / 2, side };
}

/** Clamps the crop to the image. */
function within(crop: Crop, size: Size): Crop {
  const half = sideOf(crop, size) / 2;
  const clamp = (value: number, length: number) => Math.min(length - half, Math.max(half, value));
  return { zoom: crop.zoom, x: clamp(crop.x, size.width), y: clamp(crop.y, size.height) };
}
