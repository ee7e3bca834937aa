import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Write } from '../../platform/database/transaction';
import type { Limiter } from '../../platform/security/limiter';
import { createAccountLinks } from '../account-links/module';
import { createConsentWithdrawalService } from '../account/consent-withdrawal.service';
import { createSecondFactorCheck, createSecondFactorRecords } from '../auth/second-factor/module';
import type { ClassroomCommentsService } from '../classroom-comments/classroom-comments.service';
import type { BoardService } from '../classrooms/board/board.service';
import type { QuestionsService } from '../classrooms/questions/questions.service';
import { createDeparturesService } from '../classrooms/room-life/departures.service';
import type { RoomLifeService } from '../classrooms/room-life/room-life.service';
import { createRoomRightsService } from '../classrooms/room-life/room-rights.service';
import type { EventLife } from '../events/life/module';
import type { HostMessagesService } from '../host-messages/host-messages.service';
import type { MailsService } from '../mails/mails.service';
import type { NotificationCausesService } from '../notifications/fan-out/notification-causes.service';
import type { RatingsService } from '../ratings/ratings.service';
import { addSchoolModules } from '../schools/module';
import type { SeriesService } from '../series/series.service';
import type { SessionsService } from '../sessions/sessions.service';
import type { UploadsService } from '../uploads/uploads.service';
import type { UsersService } from '../users/users.service';
import { createAuditLogRepository } from './audit-log.repository';
import { auditLogRoutes } from './audit-log.routes';
import { createAuditLogService } from './audit-log.service';
import { createStaffCountsRepository } from './counts/staff-counts.repository';
import { staffCountsRoutes } from './counts/staff-counts.routes';
import { createStaffCountsService } from './counts/staff-counts.service';
import { createIdentityDocumentsService } from './identity-documents.service';
import { createIdentityReviewsRepository } from './identity-reviews.repository';
import { identityDocumentsRoutes, identityReviewsRoutes } from './identity-reviews.routes';
import { createIdentityReviewsService } from './identity-reviews.service';
import { createPersonMailsService } from './people/person-mails.service';
import { createStaffPeopleRepository } from './people/staff-people.repository';
import { staffPeopleRoutes } from './people/staff-people.routes';
import { createStaffPeopleService } from './people/staff-people.service';
import { addStaffReleaseModules, type StaffReleaseDeps } from './releases/module';
import { createStaffRolesRepository } from './roles/staff-roles.repository';
import { staffRolesRoutes } from './roles/staff-roles.routes';
import { createStaffRolesService } from './roles/staff-roles.service';
import { staffSessionRoutes } from './session/staff-session.routes';
import { createStaffSessionService } from './session/staff-session.service';
import { createStaffReportsRepository } from './staff-reports.repository';
import { staffReportsRoutes } from './staff-reports.routes';
import { createStaffReportsService } from './staff-reports.service';
import { createStaffRepository } from './staff.repository';
import { createStaffService } from './staff.service';

interface StaffDeps extends StaffReleaseDeps {
  env: Env;
  limiter: Limiter;
  mails: MailsService;
  sessions: SessionsService;
  users: UsersService;
  uploads: UploadsService;
  roomLife: RoomLifeService;
  comments: ClassroomCommentsService;
  questions: QuestionsService;
  boards: BoardService;
  ratings: RatingsService;
  messages: HostMessagesService;
  series: SeriesService;
  causes: NotificationCausesService;
  tickets: { eventLife: Pick<EventLife, 'cancellation'> };
  live: { write: Write };
}

/** Registers the work of the staff. `npm run staff` uses the same services. */
export function addStaffModules(app: FastifyInstance, deps: StaffDeps): void {
  const { db, env, clock, limiter, mails, sessions, users, uploads, roomLife, tickets, live } = deps;
  const { write } = live;
  const repository = createStaffRepository(db);
  const reviews = createIdentityReviewsRepository(db);
  const { log } = repository;
  const roomRights = createRoomRightsService({ life: roomLife, clock });
  const staff = createStaffService({
    db,
    clock,
    users,
    mails,
    staff: repository,
    secondFactors: createSecondFactorRecords({ db, mails }),
    departures: createDeparturesService({ life: roomLife, events: tickets.eventLife.cancellation, clock }),
    consentWithdrawal: createConsentWithdrawalService({ users, mails, clock, roomRights }),
  });
  auditLogRoutes(app, createAuditLogService({ log: createAuditLogRepository(db) }));
  identityReviewsRoutes(app, createIdentityReviewsService({ reviews, staff, log, write, sessions, clock }));
  const reports = createStaffReportsRepository(db);
  staffReportsRoutes(app, createStaffReportsService({ ...deps, reports, staff, log, write }));
  addSchoolModules(app, { db, env, clock, limiter, mails, users, sessions, roomRights, log });
  const roles = createStaffRolesRepository(db);
  staffRolesRoutes(app, createStaffRolesService({ roles, sessions, log, write, clock }));
  staffCountsRoutes(app, createStaffCountsService({ counts: createStaffCountsRepository(db), clock }));
  staffSessionRoutes(
    app,
    createStaffSessionService({
      db,
      secondFactorCheck: createSecondFactorCheck(deps),
      sessions,
      log,
      clock,
      isRequired: env.staff.isSecondFactorRequired,
    }),
  );
  addStaffReleaseModules(app, deps);
  addStaffPeopleModules(app, deps, { reports, staff, log });
  identityDocumentsRoutes(
    app,
    createIdentityDocumentsService({
      db,
      reviews,
      staff: repository,
      uploads,
      limiter,
      clock,
      secret: env.sessionSecret,
    }),
  );
}

type StaffPeopleTools = Pick<Parameters<typeof createStaffPeopleService>[0], 'reports' | 'staff' | 'log'>;

/** Registers what the staff sees of a user and does about one. */
function addStaffPeopleModules(app: FastifyInstance, deps: StaffDeps, tools: StaffPeopleTools): void {
  const { db, clock, limiter, mails, sessions, users } = deps;
  const { write } = deps.live;
  const { log } = tools;
  const people = createStaffPeopleRepository(db);
  const { accountMails } = createAccountLinks({ db, clock, limiter, mails });
  const personMails = createPersonMailsService({ people, users, mails, accountMails, log, write, clock });
  staffPeopleRoutes(
    app,
    createStaffPeopleService({ ...tools, people, mails: personMails, sessions, write, clock }),
    personMails,
  );
}
