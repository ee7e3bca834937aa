import { personStorage } from '@manabiba/shared/session/person-storage';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

import { elementAt } from './element-at';

/** How long a page has to grow to the height at which it was left, in milliseconds. */
const GROWTH_PATIENCE_MS = 2000;

/** Keyed by path too: every URL that is opened in a tab has the same first key. */
const positionName = (key: string, pathname: string) => `scroll:${key}${pathname}`;
const positions = personStorage('session');

/** Starts a new page at its top, or at its anchor, and restores the scroll position on back and forward. */
export function useScrollRestoration(): void {
  const { key, hash, pathname } = useLocation();
  const type = useNavigationType();
  const lastPath = useRef<string>(undefined);
  const lastPosition = useWatchedPosition();

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const save = () => positions.write(positionName(key, pathname), String(window.scrollY));
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [key, pathname]);

  useLayoutEffect(() => {
    const isFirst = lastPath.current === undefined;
    const isSamePage = lastPath.current === pathname;
    lastPath.current = pathname;
    const stop = place({ type, key, pathname, hash, isFirst, isSamePage });
    return () => {
      stop();
      positions.write(positionName(key, pathname), String(lastPosition()));
    };
    // Only the key distinguishes two visits of a page.
  }, [key]); // oxlint-disable-line react/exhaustive-deps
}

/**
 * The last scroll position of the window. When a page is left its content is already gone, and a shorter one has moved
 * the window.
 */
function useWatchedPosition(): () => number {
  const position = useRef(0);
  useEffect(() => {
    const watch = () => {
      position.current = window.scrollY;
    };
    window.addEventListener('scroll', watch, { passive: true });
    return () => window.removeEventListener('scroll', watch);
  }, []);
  return () => position.current;
}

interface Visit {
  type: string;
  key: string;
  pathname: string;
  hash: string;
  isFirst: boolean;
  isSamePage: boolean;
}

const nothing = () => undefined;

function place({ type, key, pathname, hash, isFirst, isSamePage }: Visit): () => void {
  if (type === 'POP') {
    const saved = Number(positions.read(positionName(key, pathname)) ?? 0);
    return isFirst && saved === 0 ? nothing : scrollWhenTall(saved);
  }
  if (isFirst || (isSamePage && !hash)) return nothing;
  const target = elementAt(hash);
  if (target) target.scrollIntoView();
  else window.scrollTo(0, 0);
  return nothing;
}

/** Scrolls as soon as the page is tall enough: its lists may still be loading. */
function scrollWhenTall(top: number): () => void {
  const until = performance.now() + GROWTH_PATIENCE_MS;
  let frame = 0;
  const attempt = () => {
    const isTall = document.documentElement.scrollHeight - window.innerHeight >= top;
    if (isTall || performance.now() > until) window.scrollTo(0, top);
    else frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}
