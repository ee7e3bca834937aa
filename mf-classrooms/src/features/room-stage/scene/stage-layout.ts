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
/** A stage up to this width or height counts as a phone, in pixels. */
const PHONE = { width: 640, height: 288 };
/** A phone with this aspect ratio (width / height) or a wider one is in landscape. */
const SIDEWAYS = 1.6;
/** Height of the strip of people along the main area, in pixels; for a phone in landscape, its width. */
const STRIP = { wide: 108, upright: 72, sideways: 104 };
/** Width of a tile in a strip, in pixels. */
const STRIP_TILE = { wide: 160, upright: 84 };

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
  if (width <= 0 || height <= 0) return { main: null, tiles: [] };
  if (!hasMain) return { main: null, tiles: grid(count, { width, height }) };
  if (width > PHONE.width && height > PHONE.height) return aboveMain(count, { width, height }, STRIP.wide);
  if (width / height >= SIDEWAYS) return besideMain(count, { width, height });
  return belowMain(count, { width, height });
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

function aboveMain(count: number, { width, height }: StageSize, strip: number): StageLayout {
  const top = strip + GAP;
  return {
    main: { left: 0, top, width, height: height - top },
    tiles: row(count, { width, height: strip }, 0, STRIP_TILE.wide),
  };
}

function belowMain(count: number, { width, height }: StageSize): StageLayout {
  const top = height - STRIP.upright;
  return {
    main: { left: 0, top: 0, width, height: top - GAP },
    tiles: row(count, { width, height: STRIP.upright }, top, STRIP_TILE.upright),
  };
}

/** Returns a row of as many tiles as fit at the minimum width; they share the width equally. */
function row(count: number, { width, height }: StageSize, top: number, smallest: number): Box[] {
  const shown = Math.min(count, Math.max(1, Math.floor((width + GAP) / (smallest + GAP))));
  const each = fit((width - GAP * (shown - 1)) / shown, height).width;
  const widest = Math.floor((width - GAP * (shown - 1)) / shown);
  const tile = Math.min(widest, Math.max(each, smallest));
  const left = centred(shown * tile + (shown - 1) * GAP, width);
  return Array.from({ length: shown }, (_, index) => ({ left: left + index * (tile + GAP), top, width: tile, height }));
}

function besideMain(count: number, { width, height }: StageSize): StageLayout {
  const left = width - STRIP.sideways;
  const lowest = Math.floor(STRIP.sideways / SHAPES.widest);
  const shown = Math.min(count, Math.max(1, Math.floor((height + GAP) / (lowest + GAP))));
  const each = Math.floor(Math.min((height - GAP * (shown - 1)) / shown, STRIP.sideways / SHAPES.narrowest));
  const tiles = Array.from({ length: shown }, (_, index) => ({
    left,
    top: index * (each + GAP),
    width: STRIP.sideways,
    height: each,
  }));
  return { main: { left: 0, top: 0, width: left - GAP, height }, tiles };
}
