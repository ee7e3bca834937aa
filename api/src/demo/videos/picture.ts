/** A picture as video codecs take it: brightness for each pixel, colour for each square of two by two. */
export interface Picture {
  width: number;
  height: number;
  luma: Uint8Array;
  cb: Uint8Array;
  cr: Uint8Array;
}

/** Converts RGB to YCbCr by ITU-R BT.601, limited range. Width and height must be even. */
export function toPicture(rgb: Uint8Array, width: number, height: number): Picture {
  const luma = new Uint8Array(width * height);
  const cb = new Uint8Array((width * height) / 4);
  const cr = new Uint8Array((width * height) / 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
      luma[y * width + x] = Math.round(16 + 0.257 * r + 0.504 * g + 0.098 * b);
      if (x % 2 === 1 || y % 2 === 1) continue;
      const half = (y / 2) * (width / 2) + x / 2;
      cb[half] = Math.round(128 - 0.148 * r - 0.291 * g + 0.439 * b);
      cr[half] = Math.round(128 + 0.439 * r - 0.368 * g - 0.071 * b);
    }
  return { width, height, luma, cb, cr };
}

/** Returns a copy with a grey box drawn over it. `shade` is a brightness, 16 to 235. */
export function withBox(
  picture: Picture,
  box: { x: number; y: number; width: number; height: number; shade: number },
): Picture {
  const luma = picture.luma.slice();
  const right = Math.min(picture.width, box.x + box.width);
  for (let y = box.y; y < box.y + box.height; y += 1)
    luma.fill(box.shade, y * picture.width + box.x, y * picture.width + right);
  return { ...picture, luma };
}
