import { THEME_COOKIE } from '@manabiba/shared/contract/browser-data';
import type { SessionStore } from '@manabiba/shared/session/session-store';

import { isTyping } from '../releases/is-typing';

/** When this tab last left a kept page automatically. */
const LEFT_AT = 'kept-page-left-at';
/** Shortest time between two automatic reloads, in milliseconds. */
const LEAVE_EVERY_MS = 30_000;

/** When this page was kept, if it is one that the browser keeps for offline; an ISO 8601 time. */
export const keptAt = (): string | undefined => document.documentElement.dataset.keptAt;

/**
 * Replaces a page that was kept for offline by the present one, as soon as the server is back. Until then a click on a
 * link opens what is kept at its address, which the router of this page would not find. Returns a function that stops
 * it.
 */
export function leaveKeptPage(store: SessionStore, reload = () => location.reload()): () => void {
  if (keptAt() === undefined) return () => undefined;
  showTheme(store);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    if (isTyping()) return;
    noteLeaving();
    reload();
  };
  const stop = store.subscribe(({ isOnline }, before) => {
    if (isOnline === before.isOnline) return;
    clearTimeout(timer);
    if (isOnline) timer = setTimeout(leave, timeToLeave());
  });
  document.addEventListener('click', openByBrowser, true);
  return () => {
    clearTimeout(timer);
    stop();
    document.removeEventListener('click', openByBrowser, true);
  };
}

/** The page was kept without cookies, in which this device has its theme. */
function showTheme(store: SessionStore): void {
  const [, theme] = new RegExp(`(?:^|; )${THEME_COOKIE}=(light|dark)`).exec(document.cookie) ?? [];
  if (theme !== 'light' && theme !== 'dark') return;
  document.documentElement.dataset.theme = theme;
  store.setState({ theme });
}

/**
 * How long to wait before this tab may leave, in milliseconds: a server that answers, but whose pages are late or fail,
 * must not reload the kept one all the time.
 */
function timeToLeave(): number {
  try {
    return Math.max(0, Number(sessionStorage.getItem(LEFT_AT)) + LEAVE_EVERY_MS - Date.now());
  } catch {
    return LEAVE_EVERY_MS;
  }
}

function noteLeaving(): void {
  try {
    sessionStorage.setItem(LEFT_AT, String(Date.now()));
  } catch {
    // Without storage every reload waits.
  }
}

function openByBrowser(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  // Without listeners the browser follows it like every link.
  if (link) event.stopPropagation();
}
