import type { RenderedPart } from '@manabiba/shared/page/boot-data';
import { MARK, outermostParts } from '@manabiba/shared/page/part-marks';

const EMPTY_PLACE = /<!--part ([^>]+)--><!--\/part-->/g;

/** Returns the parts that are in the HTML: a slot may be for signed-in users only. */
export function partsIn(html: string, parts: readonly RenderedPart[]): RenderedPart[] {
  const names = new Set([...html.matchAll(MARK)].map(([, name]) => name));
  return parts.filter((part) => names.has(nameOf(part)));
}

/** Returns the name of a part as its marks have it. */
export const nameOf = ({ remote, kind, key }: RenderedPart): string => `${remote}/${kind}/${key}`;

/** Returns the names of the parts whose slots are empty, in order. */
export const emptyPlaces = (html: string): string[] =>
  [...html.matchAll(EMPTY_PLACE)].map(([, name]) => name as string);

/**
 * Inserts the parts of a rendered page into another page that left their slots empty. Null when a slot stays empty or
 * there is none.
 */
export function insertParts(page: string, rendered: string): string | null {
  const parts = outermostParts(rendered);
  if (!parts) return null;
  const missing: string[] = [];
  const html = page.replace(EMPTY_PLACE, (place, name: string) => {
    const part = parts.get(name);
    if (part === undefined) missing.push(name);
    return part ?? place;
  });
  return html === page || missing.length > 0 ? null : html;
}

/** Fills the empty slots of these parts. */
export const fillPlaces = (html: string, parts: ReadonlyMap<string, string>): string =>
  html.replace(EMPTY_PLACE, (place, name: string) => parts.get(name) ?? place);

/**
 * Whether HTML from a release is one part with its marks, in which the slots of other remotes are empty: a release must
 * not render the parts of others.
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
