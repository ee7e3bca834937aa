import { getStaffSession, type StaffSession } from '@manabiba/shared/contract/staff-session';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { AskApi } from '../pages/ask-api';
import { refuse } from '../refuse';
import { identifyRequest } from './request-identity';
import { writeSession } from './session-cookies';
import type { SessionRefresher } from './session-refresher';

interface StaffSessionOptions {
  refresher: SessionRefresher;
  askApi: AskApi;
}

/** The page of the staff that asks for the second factor. */
const UNLOCK_PATH = '/staff/teams';

/**
 * Admits those to a page of this server to whom the api answers the calls of the staff: by the same rule for the role,
 * the second factor, the idle time and the address. Returns the token for calls on their behalf.
 *
 * For all others the answer is sent: the page does not exist, or the second factor comes first, or nobody knows while
 * the api is away. Viewing does not keep
 * the session open, because these pages refresh themselves.
 */
export async function admitStaff(
  request: FastifyRequest,
  reply: FastifyReply,
  { refresher, askApi }: StaffSessionOptions,
): Promise<{ token: string } | null> {
  const { me, token, newTokens, isUnsure } = await identifyRequest(request, refresher);
  if (newTokens !== undefined) writeSession(reply, newTokens);
  reply.header('cache-control', 'no-store, private');
  if (isUnsure) return refuseForNow(reply);
  if (me?.role !== 'staff' || token === undefined) {
    reply.callNotFound();
    return null;
  }
  const { status, body } = await askApi({
    method: 'GET',
    path: `/v1${getStaffSession.path}`,
    token,
    address: request.ip,
  });
  if (status >= 500) return refuseForNow(reply);
  if (status !== 200) {
    reply.callNotFound();
    return null;
  }
  if ((body as StaffSession).state === 'open') return { token };
  await reply.redirect(UNLOCK_PATH, 303);
  return null;
}

async function refuseForNow(reply: FastifyReply): Promise<null> {
  await refuse(reply, 'unavailable');
  return null;
}
