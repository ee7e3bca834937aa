import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refreshToken, signIn, signInAnonymous, signInPartnerSchool, signOut, signUp } from '@manabiba/shared/contract/auth';
import { callerAddress } from '../../http/caller-address';
import { route } from '../../http/route';
import { isSignedIn, type Viewer } from '../../http/viewer';
import type { SessionsService } from '../sessions/sessions.service';
import type { AuthService, Device } from './auth.service';

export function authRoutes(app: FastifyInstance, auth: AuthService, sessions: SessionsService) {
  route(app, signIn, ({ body, viewer, request }) => auth.signIn(body, deviceOf(request, viewer)));
  route(app, signInPartnerSchool, ({ body, viewer, request }) => auth.signInPartnerSchool(body, deviceOf(request, viewer)));
  route(app, signUp, ({ body, viewer, request }) => auth.signUp(body, deviceOf(request, viewer)));
  route(app, signInAnonymous, ({ viewer, request }) => auth.signInAnonymous(visitorOf(viewer), deviceOf(request, viewer)));
  route(app, refreshToken, ({ body }) => sessions.refresh(body.refreshToken));
  route(app, signOut, ({ viewer, request }) => sessions.end(viewer.sessionId ?? request.authentication.expiredSessionId));
}

const deviceOf = (request: FastifyRequest, previous: Viewer): Device => ({
  address: callerAddress(request.ip), userAgent: request.headers['user-agent'] ?? '', previous,
});

/** The access rule refuses whoever is signed in before the call gets here. */
function visitorOf(viewer: Viewer) {
  if (isSignedIn(viewer)) throw new Error('A signed-in person asked for an anonymous session');
  return viewer;
}
