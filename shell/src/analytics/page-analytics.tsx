import { isMeasured } from '@manabiba/shared/analytics/is-measured';
import { type AnalyticsName, takeTracks, track } from '@manabiba/shared/analytics/track';
import { paths, useConfig, useSession } from '@manabiba/shared/platform';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import type { SessionStore } from '@manabiba/shared/session/session-store';
import { useEffect } from 'react';

import { keptAnalyticsConsent } from './analytics-consent';
import type { Meter } from './meter';

/** Pages that are there for certain once their address is open. What is about one thing tells of itself, by `useView`, when that is found. */
const views: Readonly<Record<string, AnalyticsName>> = {
  [paths.top.pattern]: 'view_top',
  [paths.signIn.pattern]: 'view_signin',
};

/**
 * Passes on what may be measured, and tells which page is open. What measures comes once somebody has agreed. Draws
 * nothing.
 *
 * @param pattern of the page's address.
 */
export function PageAnalytics({ pattern }: { pattern: string }) {
  const session = useSessionStore();
  const { firebaseAnalytics } = useConfig();
  const isOn = useSession(isMeasured);
  useEffect(() => hearOfOtherTabs(session), [session]);
  useEffect(
    () => (isOn ? takeAll(async () => (await import('./meter')).openMeter(session, firebaseAnalytics)) : undefined),
    [isOn, session, firebaseAnalytics],
  );
  useEffect(() => {
    const view = views[pattern];
    if (view) track(view);
  }, [pattern]);
  return null;
}

/** Hands everything on from now, with what was told until the meter was open. Returns how to stop. */
function takeAll(open: () => Promise<Meter>): () => void {
  const early: AnalyticsName[] = [];
  let stopTaking = takeTracks((name) => early.push(name));
  let meter: Meter | undefined;
  let isOver = false;
  open().then(
    (opened) => {
      if (isOver) return opened.close();
      meter = opened;
      early.forEach(opened.take);
      stopTaking = takeTracks(opened.take);
    },
    () => {
      // Nothing is measured on this page: no measurement is worth a complaint.
      stopTaking();
    },
  );
  return () => {
    isOver = true;
    stopTaking();
    meter?.close();
  };
}

/** A page that is looked at again takes over what was chosen in another tab meanwhile. */
function hearOfOtherTabs(session: SessionStore): () => void {
  const listen = () => {
    const analyticsConsent = document.visibilityState === 'hidden' ? null : keptAnalyticsConsent();
    if (analyticsConsent !== null) session.setState({ analyticsConsent });
  };
  document.addEventListener('visibilitychange', listen);
  return () => document.removeEventListener('visibilitychange', listen);
}
