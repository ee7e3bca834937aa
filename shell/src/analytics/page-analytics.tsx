import { isMeasured } from '@manabiba/shared/analytics/is-measured';
import { type AnalyticsName, takeTracks, track } from '@manabiba/shared/analytics/track';
import { paths, useConfig, useSession } from '@manabiba/shared/platform';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import type { SessionStore } from '@manabiba/shared/session/session-store';
import { useEffect } from 'react';

import { keptAnalyticsConsent } from './analytics-consent';
import type { Meter } from './meter';

/**
 * Pages that certainly exist once their path is open. A page about a single item reports its own view, by `useView`,
 * when the item is found.
 */
const views: Readonly<Record<string, AnalyticsName>> = {
  [paths.top.pattern]: 'view_top',
  [paths.signIn.pattern]: 'view_signin',
};

/**
 * Forwards analytics events and reports page views. The analytics code loads once the user has consented. Renders
 * nothing.
 *
 * @param pattern of the page's path.
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

/**
 * Forwards all events from now on, including those queued until the meter was open. Returns a function that stops it.
 */
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
      // Analytics stay off on this page: a failure to load them is not worth an error message.
      stopTaking();
    },
  );
  return () => {
    isOver = true;
    stopTaking();
    meter?.close();
  };
}

/** When the page becomes visible again, adopts a choice made in another tab meanwhile. */
function hearOfOtherTabs(session: SessionStore): () => void {
  const listen = () => {
    const analyticsConsent = document.visibilityState === 'hidden' ? null : keptAnalyticsConsent();
    if (analyticsConsent !== null) session.setState({ analyticsConsent });
  };
  document.addEventListener('visibilitychange', listen);
  return () => document.removeEventListener('visibilitychange', listen);
}
