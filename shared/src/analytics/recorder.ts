import type { AnalyticsEvent } from '../contract/analytics';
import { anonymousMe, type SessionStore } from '../session/session-store';
import { funnelLabel } from './funnel';
import { isMeasured } from './is-measured';
import type { AnalyticsName } from './track';

/** The destination of events. */
export interface AnalyticsSink {
  take: (event: AnalyticsEvent) => void;
  /** Flushes pending events: the page may be about to unload. */
  flush: () => void;
  /** Discards pending events and stops until the next event. */
  stop: () => void;
}

/** Labels events and passes them on, if they may be measured and do not repeat the previous one. */
export function createRecorder(session: SessionStore, sink: AnalyticsSink): (name: AnalyticsName) => void {
  let last: AnalyticsEvent | undefined;
  return (name) => {
    const now = session.getState();
    if (!isMeasured(now)) return;
    const label = funnelLabel(now.me ?? anonymousMe);
    if (last?.name === name && last.label === label) return;
    last = { name, label };
    sink.take(last);
  };
}
