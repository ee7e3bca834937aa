import { useEffect, useRef, useState } from 'react';

/** Where somebody wants to go: a path, or -1 for the browser's way back. */
export type NavigationGoal = string | -1;

interface HeldNavigationOptions {
  /** Of the router's host: asks first whenever the browser goes back or forth. Returns how to let go. */
  blockNavigation: (holder: (event: PopStateEvent) => void) => () => void;
  /** Closing or reloading the page is asked about as well, by the browser's own question. */
  asksBeforeUnload?: boolean;
}

/**
 * Holds whoever wants to leave the page by a link or the browser's way back, so that they can be asked first. `goal` is
 * where they wanted to go, null while nobody wants to leave; `stay` forgets it, `release` lets the next navigation pass.
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
    const handleClick = (event: MouseEvent) => {
      const wanted = goalOf(event);
      if (!wanted || isReleased.current) return;
      event.preventDefault();
      event.stopPropagation();
      setGoal(wanted);
    };
    const here = { href: location.href, pathname: location.pathname, state: history.state as unknown };
    const handleWayBack = (event: PopStateEvent) => {
      if (isReleased.current || location.pathname === here.pathname) return;
      event.stopImmediatePropagation();
      // The browser has gone already. This page stands after where it went, so that one step back leads there.
      history.pushState(here.state, '', here.href);
      setGoal(-1);
    };
    if (asksBeforeUnload) window.addEventListener('beforeunload', handleUnload);
    // Before the router hears of it.
    document.addEventListener('click', handleClick, { capture: true });
    const letGo = blockNavigation(handleWayBack);
    return () => {
      letGo();
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

/** Where a plain press of a link inside the product leads, if that is another page. */
function goalOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target !== '' || link.origin !== location.origin || link.pathname === location.pathname)
    return null;
  return link.pathname + link.search + link.hash;
}
