import { createRequire } from 'node:module';

import sharp, { type OverlayOptions } from 'sharp';

interface Slide {
  title: string;
  lines: readonly string[];
}

/** Background and accent of a slide. */
interface Palette {
  paper: string;
  accent: string;
}

const WIDTH = 640;
const HEIGHT = 360;
const INK = '#1f2a24';
const TEXT_WIDTH = 544;
// A machine need not have any fonts, so the font is bundled with the product.
const fontfile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
);

const escapeMarkup = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

async function drawText(
  text: string,
  { left, top, size }: { left: number; top: number; size: number },
): Promise<OverlayOptions> {
  const markup = `<span foreground="${INK}">${escapeMarkup(text)}</span>`;
  const input = await sharp({
    text: {
      text: markup,
      font: `Noto Sans JP Bold ${size}`,
      fontfile,
      width: TEXT_WIDTH,
      dpi: 72,
      rgba: true,
      wrap: 'char',
    },
  })
    .png()
    .toBuffer();
  return { input, left, top };
}

const backgroundOf = ({ paper, accent }: Palette) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>
    <circle cx="560" cy="40" r="96" fill="${accent}" opacity="0.18"/><circle cx="612" cy="118" r="40" fill="${accent}" opacity="0.28"/>
    <rect x="48" y="52" width="6" height="40" rx="3" fill="${accent}"/></svg>`;

/** Draws a slide as an image of 640 × 360. Empty texts are left out. */
export async function drawSlide({ title, lines }: Slide, palette: Palette): Promise<Buffer> {
  const places = [
    { text: title, left: 70, top: 58, size: 26 },
    ...lines.map((text, index) => ({ text, left: 48, top: 138 + index * 44, size: 21 })),
  ];
  const texts = await Promise.all(places.filter(({ text }) => text !== '').map((place) => drawText(place.text, place)));
  return sharp(Buffer.from(backgroundOf(palette)))
    .composite(texts)
    .png()
    .toBuffer();
}
