import {
  createDataExport,
  deleteMe,
  getGuardianConsent,
  giveGuardianConsent,
  listSessions,
  requestGuardianConsent,
  restoreAccount,
  revokeSession,
  updateMe,
  withdrawGuardianConsent,
} from '@manabiba/shared/contract/account';
import type { FastifyInstance } from 'fastify';

import { callerAddress } from '../../http/caller-address';
import { route } from '../../http/route';
import type { SessionsService } from '../sessions/sessions.service';
import type { AccountService } from './account.service';
import type { DataExportService } from './data-export.service';
import type { GuardiansService } from './guardians.service';
import type { WithdrawalService } from './withdrawal.service';

export function accountRoutes(app: FastifyInstance, account: AccountService, withdrawal: WithdrawalService) {
  route(app, updateMe, ({ body, viewer }) => account.update(viewer, body));
  route(app, deleteMe, ({ body, viewer }) => withdrawal.leave(viewer, body));
  route(app, restoreAccount, ({ viewer }) => withdrawal.restore(viewer));
}

export function deviceRoutes(app: FastifyInstance, sessions: SessionsService) {
  route(app, listSessions, ({ viewer }) => sessions.list(viewer));
  route(app, revokeSession, ({ params, viewer }) => sessions.revoke(viewer, params.id));
}

export function guardianRoutes(app: FastifyInstance, guardians: GuardiansService) {
  route(app, requestGuardianConsent, ({ body, viewer }) => guardians.request(viewer, body.email));
  route(app, getGuardianConsent, ({ params }) => guardians.show(params.token));
  route(app, giveGuardianConsent, ({ body, params, request }) =>
    guardians.answer(params.token, body, callerAddress(request.ip)),
  );
  route(app, withdrawGuardianConsent, ({ params, request }) =>
    guardians.withdraw(params.token, callerAddress(request.ip)),
  );
}

/** The file itself is a download at /v1/data_exports/{token}, for the holder of the mailed link. */
export function dataExportRoutes(app: FastifyInstance, exports: DataExportService) {
  route(app, createDataExport, ({ viewer }) => exports.create(viewer));
  app.get<{ Params: { token: string } }>(
    '/data_exports/:token',
    { config: { secretParams: ['token'] } },
    async (request, reply) => {
      const file = await exports.open(request.params.token, callerAddress(request.ip));
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="manabiba-data.json"')
        .header('x-content-type-options', 'nosniff')
        .send(JSON.stringify(file, null, 2));
    },
  );
}
