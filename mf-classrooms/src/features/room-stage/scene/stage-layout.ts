/** A box in CSS pixels, relative to the top left corner of the stage. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface StageLayout {
  /** The main area: a shared screen or a pinned person. */
  main: Box | null;
  /** The tiles of the people, in order. There may be fewer than people. */
  tiles: readonly Box[];
  /** Where the number of people without a tile is shown; null when everybody has one. */
  more: Box | null;
}

interface StageSize {
  width: number;
  height: number;
}

const GAP = 8;
/** The narrowest and widest aspect ratio of a tile, as width / height. */
const SHAPES = { narrowest: 4 / 5, widest: 16 / 9 };
/** Minimum tile width at which a name and a face fit, in pixels. */
const SMALLEST = { wide: 140, phone: 100 };
/** A stage up to this width or height counts as a phone, in pixels: in landscape, phones give it all their height. */
const PHONE = { width: 640, height: 448 };
/** A phone with this aspect ratio (width / height) or a wider one is in landscape. */
const SIDEWAYS = 1.6;
/** Height of the strip of people along the main area, in pixels; for a phone in landscape, its width. */
const STRIP = { wide: 108, upright: 72, sideways: 104 };
/** Width of a tile in a strip, in pixels. */
const STRIP_TILE = { wide: 160, upright: 84 };
/** Size of the number of people without a tile: its height below other tiles, its width beside them. */
const MORE = { height: 24, width: 48 };

/**
 * Returns the layout of the stage. Without a main area, the people share the stage in a grid of equal tiles, as large
 * as fit. Otherwise they are in a strip above the main area (wide), below it (phone) or beside it (phone in landscape).
 *
 * @param count the number of people, 1 to 50; people without a tile are not shown.
 */
export function stageLayout({
  count,
  hasMain,
  width,
  height,
}: StageSize & { count: number; hasMain: boolean }): StageLayout {
  if (width <= 0 || height <= 0) return { main: null, tiles: [], more: null };
  const { main, strip, toTiles, more } = areas(hasMain, { width, height });
  const tiles = toTiles(count, strip);
  if (tiles.length === count) return { main, tiles, more: null };
  const isBelow = more === 'below';
  const left = strip.left + (isBelow ? 0 : strip.width - MORE.width);
  const top = strip.top + (isBelow ? strip.height - MORE.height : 0);
  const rest = isBelow
    ? { ...strip, height: strip.height - MORE.height - GAP }
    : { ...strip, width: strip.width - MORE.width - GAP };
  return {
    main,
    tiles: toTiles(count, rest),
    more: isBelow
      ? { left, top, width: strip.width, height: MORE.height }
      : { left, top, width: MORE.width, height: strip.height },
  };
}

interface Areas {
  main: Box | null;
  /** What the tiles share. */
  strip: Box;
  toTiles: (count: number, strip: Box) => Box[];
  /** Where in the strip the number of people without a tile is shown. */
  more: 'below' | 'beside';
}

/** Divides the stage between the main area and the tiles. */
function areas(hasMain: boolean, { width, height }: StageSize): Areas {
  const whole = { left: 0, top: 0, width, height };
  if (!hasMain) return { main: null, strip: whole, toTiles: grid, more: 'below' };
  if (width > PHONE.width && height > PHONE.height) {
    const top = STRIP.wide + GAP;
    return {
      main: { ...whole, top, height: height - top },
      strip: { ...whole, height: STRIP.wide },
      toTiles: (count, strip) => row(count, strip, STRIP_TILE.wide),
      more: 'beside',
    };
  }
  if (width / height >= SIDEWAYS) {
    const left = width - STRIP.sideways;
    return {
      main: { ...whole, width: left - GAP },
      strip: { ...whole, left, width: STRIP.sideways },
      toTiles: column,
      more: 'below',
    };
  }
  const top = height - STRIP.upright;
  return {
    main: { ...whole, height: top - GAP },
    strip: { ...whole, top, height: STRIP.upright },
    toTiles: (count, strip) => row(count, strip, STRIP_TILE.upright),
    more: 'beside',
  };
}

/** Returns the tiles of a grid with the column count that makes them largest; the last row is centred. */
function grid(count: number, size: StageSize): Box[] {
  const smallest = size.width <= PHONE.width ? SMALLEST.phone : SMALLEST.wide;
  for (let shown = count; shown > 0; shown -= 1) {
    const best = largestTile(shown, size);
    if (best.width >= smallest || shown === 1) return place(shown, best, size);
  }
  return [];
}

interface GridTile {
  columns: number;
  width: number;
  height: number;
}

function largestTile(count: number, { width, height }: StageSize): GridTile {
  let best: GridTile = { columns: 1, width: 0, height: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const tile = fit((width - GAP * (columns - 1)) / columns, (height - GAP * (rows - 1)) / rows);
    if (tile.width * tile.height > best.width * best.height) best = { columns, ...tile };
  }
  return best;
}

/** Returns the size of the largest tile with a permitted aspect ratio in a cell. */
function fit(width: number, height: number): { width: number; height: number } {
  const { narrowest, widest } = SHAPES;
  return {
    width: Math.max(0, Math.floor(Math.min(width, height * widest))),
    height: Math.max(0, Math.floor(Math.min(height, width / narrowest))),
  };
}

function place(count: number, { columns, width, height }: GridTile, size: StageSize): Box[] {
  const rows = Math.ceil(count / columns);
  const top = centred(rows * height + (rows - 1) * GAP, size.height);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const left = centred(inRow * width + (inRow - 1) * GAP, size.width);
    return { left: left + (index % columns) * (width + GAP), top: top + row * (height + GAP), width, height };
  });
}

const centred = (length: number, room: number) => Math.max(0, Math.floor((room - length) / 2));

/** Returns a row of as many tiles as fit at the minimum width; they share the width equally. */
function row(count: number, { left, top, width, height }: Box, smallest: number): Box[] {
  const shown = Math.min(count, Math.max(1, Math.floor((width + GAP) / (smallest + GAP))));
  const each = fit((width - GAP * (shown - 1)) / shown, height).width;
  const widest = Math.floor((width - GAP * (shown - 1)) / shown);
  const tile = Math.min(widest, Math.max(each, smallest));
  const first = left + centred(shown * tile + (shown - 1) * GAP, width);
  return Array.from({ length: shown }, (_, index) => ({
    left: first + index * (tile + GAP),
    top,
    width: tile,
    height,
  }));
}

/** Returns a column of as many tiles as fit at the minimum height. */
function column(count: number, { left, top, width, height }: Box): Box[] {
  const lowest = Math.floor(width / SHAPES.widest);
  const shown = Math.min(count, Math.max(1, Math.floor((height + GAP) / (lowest + GAP))));
  const each = Math.floor(Math.min((height - GAP * (shown - 1)) / shown, width / SHAPES.narrowest));
  return Array.from({ length: shown }, (_, index) => ({ left, top: top + index * (each + GAP), width, height: each }));
}
