import { useEffect, useRef, useState } from 'react';

/** Target of a navigation: a path, or -1 for browser back. */
export type NavigationGoal = string | -1;

const REQUEST = 'manabiba:navigate';

/**
 * Announces a navigation within the product that no click on a link causes. Returns false when the page holds it: the
 * page then asks the user, and navigates itself.
 */
export const requestNavigation = (goal: string): boolean =>
  document.dispatchEvent(new CustomEvent(REQUEST, { detail: goal, cancelable: true }));

interface HeldNavigationOptions {
  /**
   * Provided by the router's host: calls the holder before every browser back or forward. Returns a function that stops
   * it.
   */
  blockNavigation: (holder: (event: PopStateEvent) => void) => () => void;
  /** Closing or reloading the page is confirmed too, by the browser's own prompt. */
  asksBeforeUnload?: boolean;
}

/**
 * Blocks leaving the page by a link or browser back, so that the user can confirm first. `goal` is the blocked target,
 * null while there is none; `stay` discards it, `release` lets the next navigation pass.
 */
export function useHeldNavigation(
  isHeld: boolean,
  { blockNavigation, asksBeforeUnload = false }: HeldNavigationOptions,
) {
  const [goal, setGoal] = useState<NavigationGoal | null>(null);
  const isReleased = useRef(false);

  useEffect(() => {
    if (!isHeld) return undefined;
    isReleased.current = false;
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: Event, wanted: string | null) => {
      if (wanted === null || isReleased.current || pathOf(wanted) === location.pathname) return;
      event.preventDefault();
      // Other unsaved parts of the page do not ask too.
      event.stopImmediatePropagation();
      setGoal(wanted);
    };
    const handleClick = (event: MouseEvent) => hold(event, goalOf(event));
    const handleRequest = (event: Event) => hold(event, (event as CustomEvent<string>).detail);
    const here = { href: location.href, pathname: location.pathname, state: history.state as unknown };
    const handleWayBack = (event: PopStateEvent) => {
      if (isReleased.current || location.pathname === here.pathname) return;
      event.stopImmediatePropagation();
      // The browser has already navigated. This page is placed after the target, so that one step back leads there.
      history.pushState(here.state, '', here.href);
      setGoal(-1);
    };
    if (asksBeforeUnload) window.addEventListener('beforeunload', handleUnload);
    // Runs before the router sees the click.
    document.addEventListener('click', handleClick, { capture: true });
    document.addEventListener(REQUEST, handleRequest);
    const letGo = blockNavigation(handleWayBack);
    return () => {
      letGo();
      document.removeEventListener(REQUEST, handleRequest);
      window.removeEventListener('beforeunload', handleUnload);
      document.removeEventListener('click', handleClick, { capture: true });
    };
  }, [isHeld, blockNavigation, asksBeforeUnload]);

  return {
    goal,
    stay: () => setGoal(null),
    release: () => {
      isReleased.current = true;
    },
  };
}

const pathOf = (goal: string) => new URL(goal, location.href).pathname;

/** Returns the target of a plain click on a link inside the product. */
function goalOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target !== '' || link.origin !== location.origin) return null;
  return link.pathname + link.search + link.hash;
}
