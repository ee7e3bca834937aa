import type { AnalyticsConsent, SessionStore } from '@manabiba/shared/session/session-store';

/** How long a device keeps its choice, in seconds: a year. */
const KEPT_SECONDS = 31_536_000;

/** Keeps in the cookie that the web server reads whether this device may be measured. */
export function chooseAnalyticsConsent(session: SessionStore, analyticsConsent: 'granted' | 'denied'): void {
  session.setState({ analyticsConsent });
  document.cookie = `analytics=${analyticsConsent}; path=/; max-age=${KEPT_SECONDS}; samesite=lax`;
}

/** What has been chosen on this device, maybe in another tab by now. */
export function keptAnalyticsConsent(): AnalyticsConsent {
  const [, consent] = /(?:^|; )analytics=(granted|denied)(?:;|$)/.exec(document.cookie) ?? [];
  return consent === 'granted' || consent === 'denied' ? consent : null;
}
