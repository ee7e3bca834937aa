import { ANALYTICS_COOKIE, THEME_COOKIE, TIME_ZONE_COOKIE } from '@manabiba/shared/contract/browser-data';
import type { BootData } from '@manabiba/shared/page/boot-data';
import type { FastifyRequest } from 'fastify';

import { readCookie, readSession, type SessionTokens } from './session-cookies';
import type { SessionRefresher } from './session-refresher';

/** The viewer who opens a page. */
export interface RequestIdentity {
  me: BootData['me'];
  /** Token for calls to the api on behalf of the user; absent when the user is unknown. */
  token?: string;
  /** Session change to send to the browser, if any. */
  newTokens?: SessionTokens | null | undefined;
  /** The request had a session that the api could not check: the user is not redirected because of that. */
  isUnsure?: true;
}

/** Queries the api for the viewer of the page, only when the request has a session. */
export async function identifyRequest(request: FastifyRequest, refresher: SessionRefresher): Promise<RequestIdentity> {
  const session = readSession(request.headers.cookie);
  if (!session.token && !session.refreshToken) return { me: null };
  const usable = await refresher.open(session, request.ip);
  if (usable === 'unavailable') return { me: null, isUnsure: true };
  if (usable.token === null) return { me: null, newTokens: usable.newTokens };
  const first = await refresher.whoIs(usable.token, request.ip);
  if (!first.isRejected) return known(first.me, usable.token, usable.newTokens);
  const renewed = await refresher.recover(usable.newTokens ?? session, usable.token, request.ip);
  if (renewed === null) return { me: null, newTokens: null };
  if (!renewed) return { me: null, isUnsure: true };
  return known((await refresher.whoIs(renewed.token, request.ip)).me, renewed.token, renewed);
}

const known = (me: BootData['me'], token: string, newTokens: SessionTokens | null | undefined): RequestIdentity =>
  me ? { me, token, newTokens } : { me, newTokens, isUnsure: true };

/** Returns whether this device has consented to analytics. */
export function analyticsConsentOf(request: FastifyRequest): BootData['analyticsConsent'] {
  const consent = readCookie(request.headers.cookie, ANALYTICS_COOKIE);
  return consent === 'granted' || consent === 'denied' ? consent : null;
}

/** Returns the theme chosen on this device. */
export function themeOf(request: FastifyRequest): BootData['theme'] {
  const theme = readCookie(request.headers.cookie, THEME_COOKIE);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** The time zone of pages without the cookie. */
const DEFAULT_TIME_ZONE = 'Asia/Tokyo';

/** Returns the zone in which this device has last shown dates, an IANA name. */
export function timeZoneOf(request: FastifyRequest): string {
  const name = readCookie(request.headers.cookie, TIME_ZONE_COOKIE) ?? '';
  // Names only: offsets such as +09:00 are no zones of a browser, and anything longer is no name.
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return DEFAULT_TIME_ZONE;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return DEFAULT_TIME_ZONE;
  }
}
