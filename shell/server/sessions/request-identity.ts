import type { BootData } from '@manabiba/shared/page/boot-data';
import type { FastifyRequest } from 'fastify';

import { readCookie, readSession, type SessionTokens } from './session-cookies';
import type { SessionRefresher } from './session-refresher';

/** Who opens a page. */
export interface RequestIdentity {
  me: BootData['me'];
  /** In whose name the api is asked; absent when nobody is known. */
  token?: string;
  /** What the browser is to be told about its session, when something changed. */
  tell?: SessionTokens | null | undefined;
  /** A session came along, and the api cannot say whose it is: nobody is led away because of that. */
  isUnsure?: true;
}

/** Asks the api who opens the page, only when a session came along. */
export async function identifyRequest(request: FastifyRequest, refresher: SessionRefresher): Promise<RequestIdentity> {
  const session = readSession(request.headers.cookie);
  if (!session.token && !session.refreshToken) return { me: null };
  const usable = await refresher.open(session, request.ip);
  if (usable === 'unavailable') return { me: null, isUnsure: true };
  if (usable.token === null) return { me: null, tell: usable.tell };
  const first = await refresher.whoIs(usable.token, request.ip);
  if (!first.isRejected) return known(first.me, usable.token, usable.tell);
  const renewed = await refresher.recover(usable.tell ?? session, usable.token, request.ip);
  if (renewed === null) return { me: null, tell: null };
  if (!renewed) return { me: null, isUnsure: true };
  return known((await refresher.whoIs(renewed.token, request.ip)).me, renewed.token, renewed);
}

const known = (me: BootData['me'], token: string, tell: SessionTokens | null | undefined): RequestIdentity =>
  me ? { me, token, tell } : { me, tell, isUnsure: true };

/** Whether what is done on this device may be measured. */
export function analyticsConsentOf(request: FastifyRequest): BootData['analyticsConsent'] {
  const consent = readCookie(request.headers.cookie, 'analytics');
  return consent === 'granted' || consent === 'denied' ? consent : null;
}

/** The look that somebody has chosen on this device. */
export function themeOf(request: FastifyRequest): BootData['theme'] {
  const theme = readCookie(request.headers.cookie, 'theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
