import { type FramePart, frameParts } from '../chrome/frame-parts';

/** Something that the shell did not do to its header or footer. */
export interface FrameHarm {
  part: FramePart;
  how: 'removed' | 'hidden' | 'covered';
  /** The element on top, of a part that is covered. */
  cover?: Element;
  /** Only code of a release can have done it: an extension of the browser may put its own bar over a page. */
  isOfRelease: boolean;
}

/** A CSS module class as the bundler of every release names it: file, name, digest. */
const CLASS_OF_RELEASE = /(?:^|\s)[\w-]+__[\w-]+--[\w-]{5}(?:\s|$)/;

/** Returns what is wrong with the header and the footer of the page. */
export const harmToFrame = (): FrameHarm[] => frameParts().flatMap((part) => harmTo(part) ?? []);

/** Puts the header or footer back as the shell has it. Parts that are taken down have left the page by then. */
export function undoHarm({ part: { element, original, parent, previous }, cover }: FrameHarm): void {
  if (!element.isConnected) {
    if (previous?.parentNode) previous.after(element);
    else parent?.insertBefore(element, parent.firstChild);
  }
  const { attributes } = original as HTMLElement;
  for (const { name } of [...element.attributes]) if (!attributes.getNamedItem(name)) element.removeAttribute(name);
  for (const { name, value } of attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  if (cover && isAppendedByRelease(cover)) bodyChildWith(cover)?.remove();
}

function harmTo(part: FramePart): FrameHarm | undefined {
  const { element, original } = part;
  if (!element.isConnected) return { part, how: 'removed', isOfRelease: true };
  // Small screens hide it in a room: it counts as hidden only when its attributes were changed.
  const isChanged = !element.cloneNode(false).isEqualNode(original);
  if (isChanged && !isVisible(element)) return { part, how: 'hidden', isOfRelease: true };
  const cover = part.name === 'header' ? coverOf(element) : undefined;
  if (!cover) return undefined;
  // What lies under the header is on top when the header takes no clicks.
  const isOfRelease = cover.contains(element) ? isChanged : isInContent(cover) || isAppendedByRelease(cover);
  return { part, how: 'covered', cover, isOfRelease };
}

/** Returns what is on top where the header shows its logo, unless that is the header, or a menu that the user opened. */
function coverOf(header: HTMLElement): Element | undefined {
  const { left, top, width, height } = header.querySelector('a[href="/"]')?.getBoundingClientRect() ?? new DOMRect();
  if (width === 0) return undefined;
  // Null outside of the window.
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  return topmost && !header.contains(topmost) && !topmost.closest('[popover]') ? topmost : undefined;
}

// Safari before 17.4 has no `checkVisibility`.
const isVisible = (element: HTMLElement) =>
  (element as Partial<HTMLElement>).checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;
const isInContent = (element: Element) => element.closest('#content') !== null;
const bodyChildWith = (element: Element) => [...document.body.children].find((child) => child.contains(element));

/** Whether a script of a release has put an element at the end of the document: those of extensions have other classes. */
function isAppendedByRelease(element: Element): boolean {
  const child = bodyChildWith(element);
  return child !== undefined && child.id !== 'root' && [child, element].some(isStyledByRelease);
}
const isStyledByRelease = (element: Element) => CLASS_OF_RELEASE.test(element.getAttribute('class') ?? '');
