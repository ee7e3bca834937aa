import type { FastifyInstance } from 'fastify';

import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { HousekeepingTask } from '../../platform/jobs/housekeeping';
import type { Limiter } from '../../platform/security/limiter';
import type { AccountLinksService } from '../account-links/account-links.service';
import type { AccountMailsService } from '../account-links/account-mails.service';
import type { ApiKeyRecordsService } from '../auth/api-keys/api-key-records.service';
import type { OwnerCheckService } from '../auth/owner-check.service';
import type { PasskeyRecordsService } from '../auth/passkeys/passkey-records.service';
import type { PasswordCheckService } from '../auth/password-check.service';
import { createDeparturesService } from '../classrooms/room-life/departures.service';
import type { RoomLifeService } from '../classrooms/room-life/room-life.service';
import { createRoomRightsService } from '../classrooms/room-life/room-rights.service';
import type { EventLife } from '../events/life/module';
import type { MailsService } from '../mails/mails.service';
import type { CancellationsService } from '../participations/cancellations.service';
import type { PayoutsService } from '../payouts/payouts.service';
import type { SessionsService } from '../sessions/sessions.service';
import type { SubscriptionDeparturesService } from '../subscriptions/subscription-departures.service';
import type { UploadsService } from '../uploads/uploads.service';
import type { UsersService } from '../users/users.service';
import { createAccountHousekeeping } from './account-housekeeping.service';
import { accountRoutes, dataExportRoutes, deviceRoutes, guardianRoutes } from './account.routes';
import { createAccountService } from './account.service';
import { createConsentWithdrawalService } from './consent-withdrawal.service';
import { createDataExportRepository } from './data-export.repository';
import { createDataExportService } from './data-export.service';
import { createGuardiansService } from './guardians.service';
import { createWithdrawalRepository } from './withdrawal.repository';
import { createWithdrawalService } from './withdrawal.service';

interface AccountDeps {
  db: Db;
  clock: Clock;
  limiter: Limiter;
  mails: MailsService;
  sessions: SessionsService;
  users: UsersService;
  uploads: UploadsService;
  links: AccountLinksService;
  accountMails: AccountMailsService;
  owners: OwnerCheckService;
  passwordCheck: PasswordCheckService;
  passkeys: PasskeyRecordsService;
  apiKeys: ApiKeyRecordsService;
  roomLife: RoomLifeService;
  tickets: {
    eventLife: Pick<EventLife, 'cancellation'>;
    /** Releases the seats of a user whose account ends. */
    giveUpSeats: CancellationsService['giveUpAll'];
  };
  subscriptions: SubscriptionDeparturesService;
  payouts: Pick<PayoutsService, 'hasBalance'>;
}

/**
 * Registers what users manage in their own account: settings, devices, guardians, data export, withdrawal. Returns its
 * housekeeping.
 */
export function addAccountModule(app: FastifyInstance, deps: AccountDeps): HousekeepingTask {
  const { db, clock, sessions, users, mails, roomLife, tickets, uploads } = deps;
  const tools = { ...deps, passwords: deps.passwordCheck };
  const roomRights = createRoomRightsService({ life: roomLife, clock });
  const guardians = createGuardiansService({
    ...tools,
    withdrawal: createConsentWithdrawalService({ users, roomRights, mails, clock }),
  });
  const withdrawals = createWithdrawalRepository(db);
  const withdrawal = createWithdrawalService({
    ...tools,
    withdrawals,
    departures: createDeparturesService({ life: roomLife, events: tickets.eventLife.cancellation, clock }),
    giveUpSeats: tickets.giveUpSeats,
  });
  accountRoutes(app, createAccountService({ ...tools, guardians }), withdrawal);
  deviceRoutes(app, sessions);
  guardianRoutes(app, guardians);
  dataExportRoutes(app, createDataExportService({ ...deps, exports: createDataExportRepository(db) }));
  return createAccountHousekeeping({ db, withdrawals, uploads });
}
