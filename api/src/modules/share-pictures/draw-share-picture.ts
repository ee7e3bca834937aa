import { createRequire } from 'node:module';

import { SHARE_PICTURE_SIZE, type SharePicture } from '@manabiba/shared/contract/share-picture';

import { openPicture } from '../../platform/storage/open-picture';
import { factsOf, labelOf, shorten } from './share-words';

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE_SIZE;
const require = createRequire(import.meta.url);

const FONT_NAME = 'Noto Sans JP Bold';
const TIMEOUT_SECONDS = 10;

/** The panel on the drawing that carries the text. */
const PAPER = { left: 56, top: 190, width: 1088, height: 396, padding: 44 };
const LINE_WIDTH = PAPER.width - 2 * PAPER.padding;
const TITLE = { top: PAPER.top + 82, height: 180, sizes: [68, 58, 48] };
const COLORS = { paper: '#FFFFFF', ink: '#1E2430', muted: '#566072', brand: '#27459B' };
/** Over the paper's upper right corner. */
const PORTRAIT = { left: 920, top: 60, diameter: 220, edge: 10 };
/** What fits on a line of facts, in characters. */
const MAX_FACTS = 35;

interface Words {
  text: string;
  size: number;
  color: string;
  maxHeight: number;
}

/** Loaded with the first image. */
let loading: Promise<Tools> | undefined;
type Tools = Awaited<ReturnType<typeof loadTools>>;

async function loadTools() {
  const [{ default: load }, { renderToStaticMarkup }, { createElement }, { CoverDrawing }, { jaModel, Parser }] =
    await Promise.all([
      import('sharp'),
      import('react-dom/server'),
      import('react'),
      import('@manabiba/shared/ui/cover-drawing'),
      import('budoux'),
    ]);
  const parser = new Parser(jaModel);
  return {
    sharp: load,
    // A machine need not have any fonts, so the font is bundled with the product.
    fontfile: require.resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
    drawingOf: (seed: string) => renderToStaticMarkup(createElement(CoverDrawing, { seed })),
    phrasesOf: (text: string) => parser.parse(text),
  };
}

/**
 * Returns the text that the font can draw: without control and format characters, unpaired surrogates, and emoji, for
 * which the font has no glyphs.
 */
export function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(
      /[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Extended_Pictographic}\p{Variation_Selector}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Breaks lines between phrases, and within a phrase only when it is longer than a line. */
const keepTogether = (phrase: string) => phrase.replace(/(?<=\S)(?=[^\s\p{M}])/gu, '\u2060');

/** Draws text on a transparent background, at most at the given size; null when there is none. */
async function drawWords({ sharp: load, fontfile, phrasesOf }: Tools, { text, size, color, maxHeight }: Words) {
  if (text === '') return null;
  const markup = `<span foreground="${color}">${phrasesOf(text)
    .map((phrase) => escapeMarkup(keepTogether(phrase)))
    .join('\u200b')}</span>`;
  const font = `${FONT_NAME} ${size}`;
  const { data, info } = await load({
    text: { text: markup, font, fontfile, width: LINE_WIDTH, dpi: 72, rgba: true, wrap: 'word-char' },
  })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .png()
    .toBuffer({ resolveWithObject: true });
  const isTooLarge = info.width > LINE_WIDTH || info.height > maxHeight;
  return { data, isTooLarge };
}

/** Draws the title as large as it fits: first over few lines; as a last resort it is scaled down. */
async function drawTitle(tools: Tools, text: string): Promise<Buffer | null> {
  let drawn: Awaited<ReturnType<typeof drawWords>> = null;
  for (const size of TITLE.sizes) {
    drawn = await drawWords(tools, { text, size, color: COLORS.ink, maxHeight: TITLE.height });
    if (!drawn?.isTooLarge) break;
  }
  return drawn && fitted(tools, drawn, TITLE.height);
}

function fitted(
  { sharp: load }: Tools,
  { data, isTooLarge }: { data: Buffer; isTooLarge: boolean },
  height: number,
): Promise<Buffer> | Buffer {
  return isTooLarge ? load(data).resize({ width: LINE_WIDTH, height, fit: 'inside' }).png().toBuffer() : data;
}

async function drawLine(
  tools: Tools,
  text: string,
  { size, color }: Pick<Words, 'size' | 'color'>,
): Promise<Buffer | null> {
  const maxHeight = size * 1.5;
  const drawn = await drawWords(tools, { text, size, color, maxHeight });
  return drawn && fitted(tools, drawn, Math.floor(maxHeight));
}

const paper = `<rect x="${PAPER.left}" y="${PAPER.top}" width="${PAPER.width}" height="${PAPER.height}" rx="20" fill="${COLORS.paper}"/>`;
const svgOf = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">\n${content}\n</svg>`);
const groundOf = (drawing: string) => svgOf(drawing.replace('<svg', `<svg width="${WIDTH}" height="${HEIGHT}"`));

/** Returns the image as large as the whole card; null when it cannot be read. */
async function coverOf(image: Buffer): Promise<Buffer | null> {
  try {
    const picture = await openPicture(image);
    return await picture.resize({ width: WIDTH, height: HEIGHT, fit: 'cover', position: 'top' }).png().toBuffer();
  } catch {
    return null;
  }
}

/** Draws the avatar of a person as a circle with a white edge. */
async function portraitOf(image: Buffer): Promise<Buffer | null> {
  const { diameter, edge } = PORTRAIT;
  const half = diameter / 2;
  const circle = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${diameter}" height="${diameter}"><circle cx="${half}" cy="${half}" r="${half}"/></svg>`,
  );
  const ring = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${diameter}" height="${diameter}"><circle cx="${half}" cy="${half}" r="${half - edge / 2}" fill="none" stroke="${COLORS.paper}" stroke-width="${edge}"/></svg>`,
  );
  try {
    const picture = await openPicture(image);
    return await picture
      .resize({ width: diameter, height: diameter, fit: 'cover' })
      .ensureAlpha()
      .composite([{ input: circle, blend: 'dest-in' }, { input: ring }])
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}

/**
 * Draws the share image of a page: its title and the facts about it on paper, over its own image or else the drawing of
 * its category. The image of a person stands next to the paper's edge.
 */
export async function drawSharePicture(picture: SharePicture, image: Buffer | null): Promise<Buffer> {
  loading ??= loadTools();
  const tools = await loading;
  const isPerson = picture.kind === 'users';
  const cover = image && !isPerson ? await coverOf(image) : null;
  const portrait = image && isPerson ? await portraitOf(image) : null;
  const [by, note] = factsOf(picture).map(drawable);
  const words: { top: number; image: Buffer | null }[] = [
    { top: PAPER.top + 34, image: await drawLine(tools, labelOf[picture.kind], { size: 26, color: COLORS.brand }) },
    { top: TITLE.top, image: await drawTitle(tools, drawable(picture.title)) },
    {
      top: PAPER.top + 284,
      image: await drawLine(tools, shorten(by ?? '', MAX_FACTS), { size: 28, color: COLORS.muted }),
    },
    {
      top: PAPER.top + 328,
      image: await drawLine(tools, shorten(note ?? '', MAX_FACTS), { size: 28, color: COLORS.muted }),
    },
  ];
  return tools
    .sharp(cover ?? groundOf(tools.drawingOf(picture.seed)))
    .resize(WIDTH, HEIGHT)
    .composite([
      { input: svgOf(paper) },
      ...words.flatMap((each) =>
        each.image ? [{ input: each.image, left: PAPER.left + PAPER.padding, top: each.top }] : [],
      ),
      ...(portrait ? [{ input: portrait, left: PORTRAIT.left, top: PORTRAIT.top }] : []),
    ])
    .flatten({ background: COLORS.paper })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();
}
