import { createFirebaseSink } from '@manabiba/shared/analytics/firebase-sink';
import { isMeasured } from '@manabiba/shared/analytics/is-measured';
import { createOwnSink } from '@manabiba/shared/analytics/own-sink';
import { type AnalyticsSink, createRecorder } from '@manabiba/shared/analytics/recorder';
import type { AnalyticsName } from '@manabiba/shared/analytics/track';
import type { AppConfig } from '@manabiba/shared/page/boot-data';
import type { SessionStore } from '@manabiba/shared/session/session-store';

export interface Meter {
  take: (name: AnalyticsName) => void;
  close: () => void;
}

/** Sends permitted analytics events to Firebase where that is configured, otherwise to the product's own endpoint. */
export function openMeter(session: SessionStore, firebase: AppConfig['firebaseAnalytics']): Meter {
  const sink = firebase ? createFirebaseSink(firebase) : createOwnSink(session);
  const stops = [stopWhenRefused(session, sink), flushWhenLeft(sink)];
  return { take: createRecorder(session, sink), close: () => stops.forEach((stop) => stop()) };
}

/** When a user withdraws consent, or turns out to be a child, queued events are discarded. */
function stopWhenRefused(session: SessionStore, sink: AnalyticsSink): () => void {
  return session.subscribe((now, before) => {
    if (isMeasured(before) && !isMeasured(now)) sink.stop();
  });
}

/** Flushes when the page is hidden, because the user may never return. */
function flushWhenLeft(sink: AnalyticsSink): () => void {
  const flushWhenHidden = () => {
    if (document.visibilityState === 'hidden') sink.flush();
  };
  document.addEventListener('visibilitychange', flushWhenHidden);
  addEventListener('pagehide', sink.flush);
  return () => {
    document.removeEventListener('visibilitychange', flushWhenHidden);
    removeEventListener('pagehide', sink.flush);
  };
}
