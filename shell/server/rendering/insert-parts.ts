import type { DrawnPart } from '@manabiba/shared/page/boot-data';
import { MARK, outermostParts } from '@manabiba/shared/page/part-marks';

const EMPTY_PLACE = /<!--part ([^>]+)--><!--\/part-->/g;

/** Returns those of the parts that are in drawn HTML: a slot may be for people only. */
export function partsIn(html: string, parts: readonly DrawnPart[]): DrawnPart[] {
  const names = new Set([...html.matchAll(MARK)].map(([, name]) => name));
  return parts.filter((part) => names.has(nameOf(part)));
}

/** Returns the name of a part as its marks have it. */
export const nameOf = ({ remote, kind, key }: DrawnPart): string => `${remote}/${kind}/${key}`;

/** Returns the names of the parts whose places are empty, in their order. */
export const emptyPlaces = (html: string): string[] =>
  [...html.matchAll(EMPTY_PLACE)].map(([, name]) => name as string);

/**
 * Inserts the parts of a drawn page into another page that has left their places empty. Null when a place stays empty,
 * or when there is none.
 */
export function insertParts(page: string, drawn: string): string | null {
  const parts = outermostParts(drawn);
  if (!parts) return null;
  const missing: string[] = [];
  const html = page.replace(EMPTY_PLACE, (place, name: string) => {
    const part = parts.get(name);
    if (part === undefined) missing.push(name);
    return part ?? place;
  });
  return html === page || missing.length > 0 ? null : html;
}

/** Puts parts into those empty places that are theirs. */
export const fillPlaces = (html: string, parts: ReadonlyMap<string, string>): string =>
  html.replace(EMPTY_PLACE, (place, name: string) => parts.get(name) ?? place);

/**
 * Whether HTML of a release is one part with its marks, in which the places of parts of other remotes are empty: a
 * release must not draw what others draw.
 */
export function isOnePart(html: string, name: string): boolean {
  if (outermostParts(html)?.get(name) !== html) return false;
  const [remote] = name.split('/', 1);
  const places = emptyPlaces(html);
  const others = [...html.matchAll(MARK)].flatMap(([, inner]) =>
    inner !== undefined && inner.split('/', 1)[0] !== remote ? [inner] : [],
  );
  return others.length === places.filter((place) => place.split('/', 1)[0] !== remote).length;
}
