import { ANALYTICS_COOKIE } from '@manabiba/shared/contract/browser-data';
import type { AnalyticsConsent, SessionStore } from '@manabiba/shared/session/session-store';

/** How long a device keeps its choice, in seconds: a year. */
const KEPT_SECONDS = 31_536_000;

/** Stores analytics consent in the cookie that the web server reads. */
export function chooseAnalyticsConsent(session: SessionStore, analyticsConsent: 'granted' | 'denied'): void {
  session.setState({ analyticsConsent });
  document.cookie = `${ANALYTICS_COOKIE}=${analyticsConsent}; path=/; max-age=${KEPT_SECONDS}; samesite=lax`;
}

/** Returns the current choice of this device, which another tab may have changed. */
export function keptAnalyticsConsent(): AnalyticsConsent {
  const [, consent] = new RegExp(`(?:^|; )${ANALYTICS_COOKIE}=(granted|denied)(?:;|$)`).exec(document.cookie) ?? [];
  return consent === 'granted' || consent === 'denied' ? consent : null;
}
