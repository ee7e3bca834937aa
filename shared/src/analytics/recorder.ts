import type { AnalyticsEvent } from '../contract/analytics';
import { nobody, type SessionStore } from '../session/session-store';
import { funnelLabel } from './funnel';
import { isMeasured } from './is-measured';
import type { AnalyticsName } from './track';

/** Where events go. */
export interface AnalyticsSink {
  take: (event: AnalyticsEvent) => void;
  /** Sends at once what waits: the page may be gone in a moment. */
  flush: () => void;
  /** Forgets what waits and goes quiet, until something is taken again. */
  stop: () => void;
}

/** Labels what is told and hands it on, if it may be measured and is not what was handed on last. */
export function createRecorder(session: SessionStore, sink: AnalyticsSink): (name: AnalyticsName) => void {
  let last: AnalyticsEvent | undefined;
  return (name) => {
    const now = session.getState();
    if (!isMeasured(now)) return;
    const label = funnelLabel(now.me ?? nobody);
    if (last?.name === name && last.label === label) return;
    last = { name, label };
    sink.take(last);
  };
}
