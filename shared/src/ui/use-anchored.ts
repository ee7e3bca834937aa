import { type RefObject, useLayoutEffect } from 'react';

export type AnchorAlign = 'start' | 'end' | 'center';

interface AnchorOptions {
  isOpen: boolean;
  align: AnchorAlign;
  /** Preferred side: above the anchor, or below where there is no room. False prefers below. */
  isAbove?: boolean;
}

/** Distance between the anchor and the overlay, and from the edges of the screen, in px. */
const GAP = 8;

/**
 * Positions an overlay next to its anchor, in the browser's top layer: no panel clips it and no z-index covers it.
 *
 * The overlay needs `popover="manual"` and is positioned by the custom properties --x and --y.
 */
export function useAnchored(
  anchor: RefObject<HTMLElement | null>,
  overlay: RefObject<HTMLElement | null>,
  options: AnchorOptions,
) {
  const { isOpen, align, isAbove = false } = options;
  useLayoutEffect(() => {
    const hanging = overlay.current;
    const holder = anchor.current;
    if (!isOpen || hanging === null || holder === null) return undefined;
    // A browser without the popover attribute still shows the overlay, in the page's own layer.
    if ('showPopover' in hanging) hanging.showPopover();
    const place = () => placeBeside(holder, hanging, align, isAbove);
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [anchor, overlay, isOpen, align, isAbove]);
}

function placeBeside(anchor: HTMLElement, overlay: HTMLElement, align: AnchorAlign, isAbove: boolean) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = overlay.getBoundingClientRect();
  const screenWidth = document.documentElement.clientWidth;
  const screenHeight = document.documentElement.clientHeight;
  const starts = { start: at.left, end: at.right - width, center: at.left + at.width / 2 - width / 2 };
  const left = Math.max(GAP, Math.min(starts[align], screenWidth - width - GAP));
  const above = at.top - height - GAP;
  const below = at.bottom + GAP;
  const fitsBelow = below + height <= screenHeight - GAP;
  const wantsAbove = isAbove ? above >= GAP : !fitsBelow && above >= GAP;
  overlay.style.setProperty('--x', `${Math.round(left)}px`);
  overlay.style.setProperty('--y', `${Math.round(wantsAbove ? above : below)}px`);
}
