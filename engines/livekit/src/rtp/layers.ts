import type { Preference, Quality, TrackLayer } from '../media/media-plane';

/** A layer without packets for this long counts as inactive. */
export const LAYER_SILENT_MS = 1500;

/** Quality of simulcast layers by rid, as in livekit-client. */
const QUALITY_BY_RID: Record<string, Quality> = { q: 0, h: 1, f: 2 };

/** Returns rids in ascending order of quality: by the names that LiveKit's clients use, otherwise as offered. */
export function orderRids(rids: readonly string[]): string[] {
  const isKnown = rids.every((rid) => rid in QUALITY_BY_RID);
  return isKnown ? [...rids].sort((a, b) => (QUALITY_BY_RID[a] as number) - (QUALITY_BY_RID[b] as number)) : [...rids];
}

/**
 * Returns the highest layer that a subscriber can use, by index from the lowest.
 *
 * A given size selects the smallest layer that fills it. A given quality is an upper limit.
 */
export function preferredLayer(count: number, layers: readonly TrackLayer[], preference: Preference): number {
  let index = count - 1;
  if (preference.quality !== undefined) index = Math.min(index, preference.quality);
  const { width = 0, height = 0 } = preference;
  if (width > 0 && height > 0) {
    const wanted = Math.min(width, height);
    const enough = layers.findIndex((layer) => Math.min(layer.width, layer.height) >= wanted * 0.9);
    if (enough !== -1) index = Math.min(index, enough);
  }
  return Math.max(0, index);
}

/** Returns the layer to send: the best active one up to the limit, otherwise the lowest above it. */
export function chooseLayer(isActive: readonly boolean[], limit: number): number {
  for (let index = Math.min(limit, isActive.length - 1); index >= 0; index -= 1) if (isActive[index]) return index;
  const above = isActive.indexOf(true);
  return above === -1 ? Math.max(0, Math.min(limit, isActive.length - 1)) : above;
}
