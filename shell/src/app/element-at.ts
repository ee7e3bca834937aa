import { decodePart } from '@manabiba/shared/navigation/paths';

/** Returns the element that a URL's hash names; null without one. */
export const elementAt = (hash: string): HTMLElement | null =>
  hash ? document.getElementById(decodePart(hash.slice(1))) : null;
