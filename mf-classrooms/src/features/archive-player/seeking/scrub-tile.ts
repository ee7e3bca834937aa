import type { ArchiveDetail } from '@manabiba/shared/contract/archives';

export type ScrubPicture = NonNullable<ArchiveDetail['scrub']>;

/** Returns the corner of the tile that shows a moment, in pixels of the picture. */
export function tileAt({ tileWidth, tileHeight, columns, secondsPerTile }: ScrubPicture, seconds: number) {
  const index = Math.max(0, Math.floor(seconds / secondsPerTile));
  return { x: (index % columns) * tileWidth, y: Math.floor(index / columns) * tileHeight };
}
