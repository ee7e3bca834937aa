import {
  getPasswordReset,
  requestPasswordReset,
  resendEmailVerification,
  resetPassword,
  verifyEmail,
} from '@manabiba/shared/contract/account-links';
import {
  refreshToken,
  signIn,
  signInAnonymous,
  signInPartnerSchool,
  signOut,
  signUp,
} from '@manabiba/shared/contract/auth';
import { checkSchoolCodes } from '@manabiba/shared/contract/school-codes';
import {
  signInWithProvider,
  signUpPartnerSchool,
  signUpProfessional,
  signUpProfessionalWithProvider,
  signUpWithProvider,
} from '@manabiba/shared/contract/sign-up';
import type { FastifyInstance } from 'fastify';

import { isSignedIn, type Viewer } from '../../access/viewer';
import { callerAddress } from '../../http/caller-address';
import { route } from '../../http/route';
import type { SessionsService } from '../sessions/sessions.service';
import type { AuthService } from './auth.service';
import { deviceOf } from './device';
import type { ProviderService } from './provider.service';
import type { RecoveryService } from './recovery.service';
import type { SignUpService } from './sign-up.service';

export function authRoutes(app: FastifyInstance, auth: AuthService, sessions: SessionsService) {
  route(app, signIn, ({ body, viewer, request }) => auth.signIn(body, deviceOf(request, viewer)));
  route(app, signInPartnerSchool, ({ body, viewer, request }) =>
    auth.signInPartnerSchool(body, deviceOf(request, viewer)),
  );
  route(app, signInAnonymous, ({ viewer, request }) =>
    auth.signInAnonymous(visitorOf(viewer), deviceOf(request, viewer)),
  );
  route(app, refreshToken, ({ body }) => sessions.refresh(body.refreshToken));
  route(app, signOut, ({ viewer, request }) =>
    sessions.end(viewer.sessionId ?? request.authentication.expiredSessionId),
  );
}

export function signUpRoutes(app: FastifyInstance, signUps: SignUpService, provider: ProviderService) {
  route(app, signUp, ({ body, viewer, request }) => signUps.signUp(body, deviceOf(request, viewer)));
  route(app, signUpProfessional, ({ body, viewer, request }) =>
    signUps.signUpProfessional(body, deviceOf(request, viewer)),
  );
  route(app, signUpPartnerSchool, ({ body, viewer, request }) =>
    signUps.signUpPartnerSchool(body, deviceOf(request, viewer)),
  );
  route(app, checkSchoolCodes, ({ body, request }) => signUps.checkSchoolCodes(body, callerAddress(request.ip)));
  route(app, signInWithProvider, ({ body, viewer, request }) => provider.signIn(body, deviceOf(request, viewer)));
  route(app, signUpWithProvider, ({ body, viewer, request }) =>
    signUps.signUpWithProvider(body, deviceOf(request, viewer)),
  );
  route(app, signUpProfessionalWithProvider, ({ body, viewer, request }) =>
    signUps.signUpProfessionalWithProvider(body, deviceOf(request, viewer)),
  );
}

export function recoveryRoutes(app: FastifyInstance, recovery: RecoveryService) {
  route(app, requestPasswordReset, ({ body, request }) =>
    recovery.requestPasswordReset(body.email, callerAddress(request.ip)),
  );
  route(app, resetPassword, ({ body, request }) => recovery.resetPassword(body, callerAddress(request.ip)));
  route(app, getPasswordReset, ({ params, request }) => recovery.lookAtReset(params.token, callerAddress(request.ip)));
  route(app, verifyEmail, ({ body, viewer, request }) =>
    recovery.verifyEmail(body.token, viewer, callerAddress(request.ip)),
  );
  route(app, resendEmailVerification, ({ viewer }) => recovery.resendVerification(viewer));
}

/** Signed-in users are refused by the access rule before this point. */
function visitorOf(viewer: Viewer) {
  if (isSignedIn(viewer)) throw new Error('A signed-in user requested an anonymous session');
  return viewer;
}
