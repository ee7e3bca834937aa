import {
  createPasskey,
  createPasskeyChallenge,
  createPasskeySignInChallenge,
  deletePasskey,
  listPasskeys,
  renamePasskey,
  signInWithPasskey,
} from '@manabiba/shared/contract/passkeys';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import { deviceOf } from '../device';
import type { PasskeySignInService } from './passkey-sign-in.service';
import type { PasskeysService } from './passkeys.service';

export function passkeysRoutes(app: FastifyInstance, passkeys: PasskeysService, signIn: PasskeySignInService) {
  route(app, listPasskeys, ({ viewer }) => passkeys.list(viewer));
  route(app, createPasskeyChallenge, ({ body, viewer }) => passkeys.begin(viewer, body.currentPassword));
  route(app, createPasskey, ({ body, viewer }) => passkeys.add(viewer, body));
  route(app, renamePasskey, ({ params, body, viewer }) => passkeys.rename(viewer, params.id, body.name));
  route(app, deletePasskey, ({ params, viewer }) => passkeys.remove(viewer, params.id));
  route(app, createPasskeySignInChallenge, ({ viewer, request }) => signIn.begin(deviceOf(request, viewer)));
  route(app, signInWithPasskey, ({ body, viewer, request }) => signIn.signIn(body, deviceOf(request, viewer)));
}
