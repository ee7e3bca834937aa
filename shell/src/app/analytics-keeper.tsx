import { useEffect, useState } from 'react';
import { createFirebaseSink } from '@manabiba/shared/analytics/firebase-sink';
import { createOwnSink } from '@manabiba/shared/analytics/own-sink';
import { type AnalyticsSink, createRecorder, isMeasured } from '@manabiba/shared/analytics/recorder';
import { type AnalyticsName, takeTracks, track } from '@manabiba/shared/analytics/track';
import { paths, useConfig } from '@manabiba/shared/platform';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import type { SessionStore } from '@manabiba/shared/session/session-store';
import { keptAnalyticsConsent } from './analytics-consent';

/** Pages whose opening is measured, whoever draws them. */
const views: Readonly<Record<string, AnalyticsName>> = {
  [paths.top.pattern]: 'view_top',
  [paths.classroom.pattern]: 'view_classroom',
  [paths.event.pattern]: 'view_event',
  [paths.archive.pattern]: 'view_archive',
  [paths.user.pattern]: 'view_profile',
  [paths.plans.pattern]: 'view_plans',
  [paths.signIn.pattern]: 'view_signin',
  [paths.checkout.pattern]: 'view_checkout',
};

/**
 * Passes on what may be measured, and tells which page is open. Draws nothing.
 *
 * @param pattern of the page's address.
 */
export function AnalyticsKeeper({ pattern }: { pattern: string }) {
  const session = useSessionStore();
  const { firebaseAnalytics } = useConfig();
  const [{ sink, record }] = useState(() => {
    const made = firebaseAnalytics ? createFirebaseSink(firebaseAnalytics) : createOwnSink(session);
    return { sink: made, record: createRecorder(session, made) };
  });
  useEffect(() => {
    const stops = [takeTracks(record), stopWhenRefused(session, sink), flushWhenLeft(session, sink)];
    return () => stops.forEach((stop) => stop());
  }, [session, sink, record]);
  useEffect(() => {
    const view = views[pattern];
    if (view) track(view);
  }, [pattern]);
  return null;
}

/** Who takes their consent back, or turns out to be a child, leaves nothing that waits to be sent. */
function stopWhenRefused(session: SessionStore, sink: AnalyticsSink): () => void {
  return session.subscribe((now, before) => {
    if (isMeasured(before) && !isMeasured(now)) sink.stop();
  });
}

/** A page that is left may never come back. One that comes back hears what was chosen elsewhere meanwhile. */
function flushWhenLeft(session: SessionStore, sink: AnalyticsSink): () => void {
  const listen = () => {
    if (document.visibilityState === 'hidden') return sink.flush();
    const analyticsConsent = keptAnalyticsConsent();
    if (analyticsConsent !== null) session.setState({ analyticsConsent });
  };
  document.addEventListener('visibilitychange', listen);
  addEventListener('pagehide', sink.flush);
  return () => {
    document.removeEventListener('visibilitychange', listen);
    removeEventListener('pagehide', sink.flush);
  };
}
