import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import { createAccountLinks } from '../modules/account-links/module';
import { addAccountModule } from '../modules/account/module';
import { createAnalyticsRepository } from '../modules/analytics/analytics.repository';
import { analyticsRoutes } from '../modules/analytics/analytics.routes';
import { createAnalyticsService } from '../modules/analytics/analytics.service';
import { addAuthModules } from '../modules/auth/module';
import type { ModerationService } from '../modules/classrooms/room/moderation.service';
import { createFollowsRepository } from '../modules/follows/follows.repository';
import { followsRoutes } from '../modules/follows/follows.routes';
import { createFollowsService } from '../modules/follows/follows.service';
import { createProfessionalsRepository } from '../modules/professionals/professionals.repository';
import { professionalsRoutes } from '../modules/professionals/professionals.routes';
import { createProfessionalsService, type ProfessionalsService } from '../modules/professionals/professionals.service';
import { createUploadsRepository } from '../modules/uploads/uploads.repository';
import { imagesRoutes, uploadsRoutes } from '../modules/uploads/uploads.routes';
import { createUploadsService, type UploadsService } from '../modules/uploads/uploads.service';
import { createUserReportsRepository } from '../modules/user-reports/user-reports.repository';
import { userReportsRoutes } from '../modules/user-reports/user-reports.routes';
import { createUserReportsService } from '../modules/user-reports/user-reports.service';
import { usersRoutes } from '../modules/users/users.routes';
import type { Write } from '../platform/database/transaction';
import type { HousekeepingTask } from '../platform/jobs/housekeeping';
import type { Storage } from '../platform/storage/storage';

type AuthDeps = Parameters<typeof addAuthModules>[1];
type OwnAccountDeps = Parameters<typeof addAccountModule>[1];

interface AccountDeps
  extends
    Omit<AuthDeps, 'links' | 'accountMails'>,
    Pick<OwnAccountDeps, 'roomLife' | 'tickets' | 'subscriptions' | 'payouts'> {
  env: Env;
  storage: Storage;
  moderation: Pick<ModerationService, 'kickFromOwnRooms'>;
  live: { write: Write };
}

interface AccountModules {
  uploads: UploadsService;
  professionals: ProfessionalsService;
  housekeeping: HousekeepingTask[];
  rollOverDay: () => Promise<void>;
}

/**
 * Registers users, as they manage themselves and as others see them. Returns their housekeeping and daily rollover.
 */
export function addAccountModules(app: FastifyInstance, deps: AccountDeps): AccountModules {
  const { db, env, clock, limiter, storage, users, sessions, moderation, live } = deps;
  const links = createAccountLinks(deps);
  const credentials = addAuthModules(app, { ...deps, ...links });
  const uploads = createUploadsService({ uploads: createUploadsRepository(db), storage, limiter, clock });
  uploadsRoutes(app, uploads);
  imagesRoutes(app, uploads);
  const accountHousekeeping = addAccountModule(app, { ...deps, ...links, ...credentials, uploads });

  usersRoutes(app, users);
  followsRoutes(
    app,
    createFollowsService({
      db,
      follows: createFollowsRepository(db),
      write: live.write,
      kickFromOwnRooms: moderation.kickFromOwnRooms,
      clock,
      communicateMinAge: env.communicateMinAge,
    }),
  );
  userReportsRoutes(app, createUserReportsService({ reports: createUserReportsRepository(db), limiter, clock }));
  const professionals = createProfessionalsService({ professionals: createProfessionalsRepository(db), clock });
  professionalsRoutes(app, professionals);
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
    housekeeping: [rollOverDay, uploads.removeStale, accountHousekeeping, analytics.removeStale],
  };
}
