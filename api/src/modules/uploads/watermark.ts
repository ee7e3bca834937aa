import { createRequire } from 'node:module';

import { openPicture } from '../../platform/storage/open-picture';

const require = createRequire(import.meta.url);
// A machine need not have any fonts, so the font is bundled with the product.
const FONT_FILE = require.resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf');
const QUALITY = 90;
/** The text is a 36th of the longer side: readable in a photograph of the screen, thin enough to read through. */
const SIDE_PER_SIZE = 36;
const MIN_SIZE = 8;
const INK = '<span foreground="#27459B" alpha="30%">';
const SLANT = -18;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeMarkup = (text: string) => text.replace(/[&<>]/g, (character) => escapes[character] ?? character);

/** Draws a text all over an image, slanted, so that a copy of it names who has looked. */
export async function withWatermark(bytes: Buffer, text: string): Promise<Buffer> {
  const { default: load } = await import('sharp');
  const picture = await openPicture(bytes);
  const { width, height } = await picture.metadata();
  const size = Math.max(MIN_SIZE, Math.round(Math.max(width, height) / SIDE_PER_SIZE));
  const words = await load({
    text: {
      text: `${INK}${escapeMarkup(text)}</span>`,
      font: `Noto Sans JP Bold ${size}`,
      fontfile: FONT_FILE,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer();
  const slanted = await load(words)
    .rotate(SLANT, { background: '#00000000' })
    .extend({ right: size * 2, background: '#00000000' })
    .png()
    .toBuffer();
  const tile = await load(slanted).resize({ width, height, fit: 'inside', withoutEnlargement: true }).png().toBuffer();
  return picture
    .composite([{ input: tile, tile: true }])
    .webp({ quality: QUALITY })
    .toBuffer();
}
