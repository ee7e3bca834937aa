import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import { createAccountLinksRepository } from '../modules/account-links/account-links.repository';
import { type AccountLinksService, createAccountLinksService } from '../modules/account-links/account-links.service';
import { type AccountMailsService, createAccountMailsService } from '../modules/account-links/account-mails.service';
import { createAccountHousekeeping } from '../modules/account/account-housekeeping.service';
import { accountRoutes, dataExportRoutes, deviceRoutes, guardianRoutes } from '../modules/account/account.routes';
import { createAccountService } from '../modules/account/account.service';
import { createConsentWithdrawalService } from '../modules/account/consent-withdrawal.service';
import { createDataExportRepository } from '../modules/account/data-export.repository';
import { createDataExportService } from '../modules/account/data-export.service';
import { createGuardiansService } from '../modules/account/guardians.service';
import { createWithdrawalRepository } from '../modules/account/withdrawal.repository';
import { createWithdrawalService } from '../modules/account/withdrawal.service';
import { createAnalyticsRepository } from '../modules/analytics/analytics.repository';
import { analyticsRoutes } from '../modules/analytics/analytics.routes';
import { createAnalyticsService } from '../modules/analytics/analytics.service';
import { authRoutes, recoveryRoutes, signUpRoutes } from '../modules/auth/auth.routes';
import { createAuthService } from '../modules/auth/auth.service';
import { embeddedIdentityRoutes } from '../modules/auth/embedded-identity.routes';
import { createChallengesService } from '../modules/auth/passkeys/challenges.service';
import {
  createPasskeyRecordsService,
  type PasskeyRecordsService,
} from '../modules/auth/passkeys/passkey-records.service';
import { createPasskeySignInService } from '../modules/auth/passkeys/passkey-sign-in.service';
import { createPasskeysRepository } from '../modules/auth/passkeys/passkeys.repository';
import { passkeysRoutes } from '../modules/auth/passkeys/passkeys.routes';
import { createPasskeysService } from '../modules/auth/passkeys/passkeys.service';
import { relyingPartyOf } from '../modules/auth/passkeys/relying-party';
import { createPasswordCheckService, type PasswordCheckService } from '../modules/auth/password-check.service';
import { createPasswords, type Passwords } from '../modules/auth/passwords';
import { createProviderService } from '../modules/auth/provider.service';
import { createRecoveryService } from '../modules/auth/recovery.service';
import { createSignUpRepository } from '../modules/auth/sign-up.repository';
import { createSignUpService } from '../modules/auth/sign-up.service';
import { createDeparturesService } from '../modules/classrooms/room-life/departures.service';
import type { RoomLifeService } from '../modules/classrooms/room-life/room-life.service';
import { createRoomRightsService } from '../modules/classrooms/room-life/room-rights.service';
import type { ModerationService } from '../modules/classrooms/room/moderation.service';
import { createFollowsRepository } from '../modules/follows/follows.repository';
import { followsRoutes } from '../modules/follows/follows.routes';
import { createFollowsService } from '../modules/follows/follows.service';
import type { MailsService } from '../modules/mails/mails.service';
import type { PayoutsService } from '../modules/payouts/payouts.service';
import { createProfessionalsRepository } from '../modules/professionals/professionals.repository';
import { professionalsRoutes } from '../modules/professionals/professionals.routes';
import { createProfessionalsService, type ProfessionalsService } from '../modules/professionals/professionals.service';
import { createSsoTokensService } from '../modules/schools/sso/sso-tokens.service';
import type { SessionsService } from '../modules/sessions/sessions.service';
import type { SubscriptionDeparturesService } from '../modules/subscriptions/subscription-departures.service';
import { createUploadsRepository } from '../modules/uploads/uploads.repository';
import { imagesRoutes, uploadsRoutes } from '../modules/uploads/uploads.routes';
import { createUploadsService, type UploadsService } from '../modules/uploads/uploads.service';
import { createUserReportsRepository } from '../modules/user-reports/user-reports.repository';
import { userReportsRoutes } from '../modules/user-reports/user-reports.routes';
import { createUserReportsService } from '../modules/user-reports/user-reports.service';
import { usersRoutes } from '../modules/users/users.routes';
import type { UsersService } from '../modules/users/users.service';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { HousekeepingTask } from '../platform/jobs/housekeeping';
import type { Mailer } from '../platform/mail/mailer';
import { createEmbeddedIssuer, EMBEDDED_PROJECT } from '../platform/security/embedded-issuer';
import { createIdentityProvider, firebaseKeys, type IdentityProvider } from '../platform/security/identity-provider';
import type { Limiter } from '../platform/security/limiter';
import type { Storage } from '../platform/storage/storage';
import type { LiveDocuments } from './content-deps';
import type { TicketModules } from './ticket-modules';

interface AccountDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  storage: Storage;
  mailer: Mailer;
  mails: MailsService;
  sessions: SessionsService;
  users: UsersService;
  roomLife: RoomLifeService;
  moderation: Pick<ModerationService, 'kickFromOwnRooms'>;
  live: Pick<LiveDocuments, 'write'>;
  /** Releases the seats of a user whose account ends. */
  tickets: Pick<TicketModules, 'giveUpSeats' | 'eventLife'>;
  subscriptions: SubscriptionDeparturesService;
  payouts: Pick<PayoutsService, 'hasBalance'>;
}

interface AccountModules {
  uploads: UploadsService;
  professionals: ProfessionalsService;
  housekeeping: HousekeepingTask[];
  rollOverDay: () => Promise<void>;
}

/** Registers users and accounts. Returns their housekeeping and daily rollover. */
export function addAccountModules(app: FastifyInstance, deps: AccountDeps): AccountModules {
  const { db, env, clock, limiter, storage, mails, users, sessions } = deps;
  const passwords = createPasswords();
  const links = createAccountLinksService({ links: createAccountLinksRepository(db), clock });
  const accountMails = createAccountMailsService({ links, mails, limiter });
  const passwordCheck = createPasswordCheckService({ users, passwords, limiter });
  const passkeys = addPasskeys(app, { ...deps, passwordCheck });
  const tools = { ...deps, passwords, passwordCheck, passkeys, links, accountMails };
  addSignIn(app, tools);
  const uploads = createUploadsService({ uploads: createUploadsRepository(db), storage, limiter, clock });
  const accountHousekeeping = addOwnAccount(app, tools, uploads);
  const professionals = addPeople(app, deps);
  const analytics = createAnalyticsService({
    analytics: createAnalyticsRepository(db),
    clock,
    secret: env.sessionSecret,
  });
  analyticsRoutes(app, analytics);
  const rollOverDay = async () => {
    for (const id of await users.rollOverDay()) sessions.forgetPerson(id);
  };
  return {
    professionals,
    uploads,
    rollOverDay,
    // Includes the daily rollover, because no server may have been running at midnight.
    housekeeping: [rollOverDay, accountHousekeeping, analytics.removeStale],
  };
}

type AccountTools = AccountDeps & {
  passwords: Passwords;
  passwordCheck: PasswordCheckService;
  passkeys: PasskeyRecordsService;
  links: AccountLinksService;
  accountMails: AccountMailsService;
};

/** Registers passkeys. Returns what other changes of an account need of them. */
function addPasskeys(
  app: FastifyInstance,
  { passwordCheck, ...deps }: AccountDeps & Pick<AccountTools, 'passwordCheck'>,
): PasskeyRecordsService {
  const { db, env, clock } = deps;
  const passkeys = createPasskeysRepository(db);
  const challenges = createChallengesService({ passkeys, clock });
  const tools = { ...deps, passkeys, challenges, party: relyingPartyOf(env.publicUrl) };
  passkeysRoutes(
    app,
    createPasskeysService({ ...tools, passwords: passwordCheck }),
    createPasskeySignInService({ ...tools, limits: env.rateLimits }),
  );
  return createPasskeyRecordsService(passkeys);
}

/** Registers sign-up, sign-in and password reset. */
function addSignIn(
  app: FastifyInstance,
  { db, env, clock, limiter, mailer, sessions, users, passwords, passkeys, mails, links, accountMails }: AccountTools,
): void {
  const limits = env.rateLimits;
  const identityProvider = chooseIdentityProvider(app, env, clock);
  const provider = createProviderService({
    db,
    identityProvider,
    users,
    sessions,
    passkeys,
    mails,
    limiter,
    clock,
    limits,
  });
  const recovery = createRecoveryService({
    db,
    users,
    sessions,
    passkeys,
    links,
    accountMails,
    mails,
    passwords,
    limiter,
    clock,
    limits,
  });
  mailer.composeWith(mails.composer(recovery.findReset));
  const ssoTokens = createSsoTokensService({ secret: env.sessionSecret, limiter, clock });
  authRoutes(app, createAuthService({ db, users, sessions, passwords, ssoTokens, limiter, limits }), sessions);
  signUpRoutes(
    app,
    createSignUpService({
      db,
      users,
      sessions,
      accountMails,
      provider,
      passwords,
      limiter,
      clock,
      limits,
      invites: createSignUpRepository(),
    }),
    provider,
  );
  recoveryRoutes(app, recovery);
}

/**
 * Registers what users manage in their own account: settings, devices, guardians, uploads, data export, withdrawal.
 * Returns its housekeeping.
 */
function addOwnAccount(app: FastifyInstance, tools: AccountTools, uploads: UploadsService): HousekeepingTask {
  const { db, clock, limiter, sessions, users, roomLife, tickets, subscriptions, payouts } = tools;
  const { passwordCheck: check, passkeys, mails, links, accountMails } = tools;
  const roomRights = createRoomRightsService({ life: roomLife, clock });
  const guardians = createGuardiansService({
    db,
    users,
    sessions,
    links,
    accountMails,
    mails,
    limiter,
    clock,
    withdrawal: createConsentWithdrawalService({ users, roomRights, mails, clock }),
  });
  const withdrawals = createWithdrawalRepository(db);
  const withdrawal = createWithdrawalService({
    db,
    withdrawals,
    users,
    sessions,
    mails,
    clock,
    departures: createDeparturesService({ life: roomLife, events: tickets.eventLife.cancellation, clock }),
    giveUpSeats: tickets.giveUpSeats,
    subscriptions,
    payouts,
    passwords: check,
  });
  accountRoutes(
    app,
    createAccountService({ db, users, sessions, uploads, guardians, accountMails, mails, passwords: check, passkeys }),
    withdrawal,
  );
  deviceRoutes(app, sessions);
  guardianRoutes(app, guardians);
  const exports = createDataExportRepository(db);
  dataExportRoutes(app, createDataExportService({ db, exports, users, links, mails, limiter, clock }));
  uploadsRoutes(app, uploads);
  imagesRoutes(app, uploads);
  return createAccountHousekeeping({ db, withdrawals, uploads });
}

/** Registers users as others see them: profiles, follows, reports, professionals. */
function addPeople(
  app: FastifyInstance,
  { db, env, clock, limiter, users, moderation, live }: AccountDeps,
): ProfessionalsService {
  const { communicateMinAge } = env;
  usersRoutes(app, users);
  const follows = createFollowsService({
    db,
    follows: createFollowsRepository(db),
    write: live.write,
    kickFromOwnRooms: moderation.kickFromOwnRooms,
    clock,
    communicateMinAge,
  });
  followsRoutes(app, follows);
  userReportsRoutes(app, createUserReportsService({ reports: createUserReportsRepository(db), limiter, clock }));
  const professionals = createProfessionalsService({ professionals: createProfessionalsRepository(db), clock });
  professionalsRoutes(app, professionals);
  return professionals;
}

/** Returns the configured Firebase project, or, outside production, an embedded issuer behind the same checks. */
function chooseIdentityProvider(app: FastifyInstance, env: Env, clock: Clock): IdentityProvider | null {
  if (env.firebaseProjectId !== '')
    return createIdentityProvider({ projectId: env.firebaseProjectId, keys: firebaseKeys(), clock });
  if (env.isProduction) return null;
  const issuer = createEmbeddedIssuer({ clock });
  embeddedIdentityRoutes(app, issuer);
  return createIdentityProvider({ projectId: EMBEDDED_PROJECT, keys: issuer.keys, clock });
}
