import type { AnalyticsEvent } from '../contract/analytics';
import { sendCall } from '../data/call-endpoint';
import { recordAnalytics } from '../data/endpoints';
import type { SessionStore } from '../session/session-store';
import type { AnalyticsSink } from './recorder';

/** How long events are gathered before they are sent together, in milliseconds. */
const GATHER_MS = 3000;
/** What one call takes. Source: the contract. */
const MAX_EVENTS = 50;

/** The product's own endpoint. What cannot be sent is lost: no measurement is worth a second try, or a complaint. */
export function createOwnSink(session: SessionStore): AnalyticsSink {
  let waiting: AnalyticsEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    // Nobody has a session yet: it is on its way.
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
