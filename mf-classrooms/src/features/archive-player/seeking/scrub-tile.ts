import type { ArchiveDetail } from '@manabiba/shared/contract/archives';

export type ScrubImage = NonNullable<ArchiveDetail['scrub']>;

/** Returns the corner of the tile that shows a moment, in pixels of the image. */
export function tileAt({ tileWidth, tileHeight, columns, secondsPerTile }: ScrubImage, seconds: number) {
  const index = Math.max(0, Math.floor(seconds / secondsPerTile));
  return { x: (index % columns) * tileWidth, y: Math.floor(index / columns) * tileHeight };
}
