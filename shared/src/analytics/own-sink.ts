import type { AnalyticsEvent } from '../contract/analytics';
import { sendCall } from '../data/call-endpoint';
import { recordAnalytics } from '../data/endpoints';
import type { SessionStore } from '../session/session-store';
import type { AnalyticsSink } from './recorder';

/** How long events are batched before they are sent, in milliseconds. */
const GATHER_MS = 3000;
/** The maximum number of events per call. Source: the contract. */
const MAX_EVENTS = 50;

/**
 * The sink for the product's own endpoint. Events that cannot be sent are dropped: no measurement is worth a retry or
 * an error message.
 */
export function createOwnSink(session: SessionStore): AnalyticsSink {
  let waiting: AnalyticsEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    // There is no session yet: it is being created.
    if (session.getState().me === null) return gather();
    const events = waiting;
    waiting = [];
    sendCall(recordAnalytics, { body: { events } }, { keepalive: true }).catch(() => undefined);
  }

  function gather() {
    timer ??= setTimeout(flush, GATHER_MS);
  }

  return {
    flush,
    take: (event) => {
      if (waiting.length < MAX_EVENTS) waiting.push(event);
      gather();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
