import { invalidateTags } from '@manabiba/shared/data/cache/cache-tags';
import { holdSession } from '@manabiba/shared/session/session-hold';
import { isSignedIn, type SessionStore } from '@manabiba/shared/session/session-store';

import { bootData } from '../app/boot-data';
import { watchInstallOffer } from '../offline/install-offer';
import { keepReadPages } from '../offline/keep-read-pages';
import { leaveKeptPage } from '../offline/kept-page';
import { reportNumbers } from '../releases/report-numbers';
import { reportTimings } from '../releases/report-timings';
import { watchRenderedParts } from '../releases/watch-rendered-parts';
import { watchTrouble } from '../releases/watch-trouble';
import { showToTools } from '../remotes/federation-tools';
import { syncSessionAcrossTabs } from './sync-session-across-tabs';
import { watchConnection } from './watch-connection';

export { PageWatch } from '../app/page-watch';
export { LateNotices } from '../chrome/late-notices';
export { ReleaseNotice } from '../chrome/release-notice';
export { TermsNotice } from '../chrome/terms-notice';

/**
 * Starts the watchers of a page after it has rendered: the connection, the other tabs, typed input, what remotes
 * render, what is kept for offline. Shows the remotes to developer tools. They are one file, because each further one adds its name to the first screen.
 * Returns a function that stops them.
 */
export function watchSession(store: SessionStore, startOver: () => void): () => void {
  const boot = bootData();
  showToTools(boot);
  const stops = [
    syncSessionAcrossTabs(store, startOver),
    watchConnection(store),
    askOnReturn(store),
    holdWhileTyped(),
    watchRenderedParts(boot),
    watchTrouble(boot),
    reportNumbers(boot),
    reportTimings(boot),
    keepReadPages(store, boot),
    leaveKeptPage(store),
    watchInstallOffer(),
  ];
  return () => stops.forEach((stop) => stop());
}

/**
 * When the user returns to this tab, refetches what may have changed elsewhere: a mail link opened in another tab, a
 * guardian's answer, a new sign-in.
 */
function askOnReturn(store: SessionStore): () => void {
  const ask = () => {
    const { me, isExpired } = store.getState();
    const isWaiting =
      isSignedIn(me) &&
      (isExpired || !me.fromFirebase.emailVerified || me.pendingEmail !== null || me.guardianConsentNeeded);
    if (isWaiting && document.visibilityState === 'visible') invalidateTags(['Auth']);
  };
  document.addEventListener('visibilitychange', ask);
  addEventListener('focus', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    removeEventListener('focus', ask);
  };
}

/** Fields with user input, as long as they exist and are not empty. */
function holdWhileTyped(): () => void {
  let typed: Array<HTMLInputElement | HTMLTextAreaElement> = [];
  const note = ({ target }: Event) => {
    const isText =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !notText.has(target.type));
    if (isText && !typed.includes(target)) typed = [...typed.filter((field) => field.isConnected), target];
  };
  document.addEventListener('input', note, true);
  const release = holdSession(() => typed.some((field) => field.isConnected && field.value !== ''));
  return () => {
    document.removeEventListener('input', note, true);
    release();
  };
}

const notText = new Set(['checkbox', 'radio', 'range', 'file', 'color']);
