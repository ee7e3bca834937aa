import type { FastifyInstance } from 'fastify';

import { createAccountLinksRepository } from '../../modules/account-links/account-links.repository';
import { createAccountLinksService } from '../../modules/account-links/account-links.service';
import { createAccountMailsService } from '../../modules/account-links/account-mails.service';
import { createConsentWithdrawalService } from '../../modules/account/consent-withdrawal.service';
import type { ClassroomCommentsService } from '../../modules/classroom-comments/classroom-comments.service';
import { createBoardRepository } from '../../modules/classrooms/board/board.repository';
import type { QuestionsService } from '../../modules/classrooms/questions/questions.service';
import { createDeparturesService } from '../../modules/classrooms/room-life/departures.service';
import type { RoomLifeService } from '../../modules/classrooms/room-life/room-life.service';
import { createRoomRightsService } from '../../modules/classrooms/room-life/room-rights.service';
import type { EventMessagesService } from '../../modules/event-messages/event-messages.service';
import type { MailsService } from '../../modules/mails/mails.service';
import type { NotificationCausesService } from '../../modules/notifications/fan-out/notification-causes.service';
import type { RatingsService } from '../../modules/ratings/ratings.service';
import type { SessionsService } from '../../modules/sessions/sessions.service';
import { createAuditLogRepository } from '../../modules/staff/audit-log.repository';
import { auditLogRoutes } from '../../modules/staff/audit-log.routes';
import { createAuditLogService } from '../../modules/staff/audit-log.service';
import { createStaffCountsRepository } from '../../modules/staff/counts/staff-counts.repository';
import { staffCountsRoutes } from '../../modules/staff/counts/staff-counts.routes';
import { createStaffCountsService } from '../../modules/staff/counts/staff-counts.service';
import { createIdentityDocumentsService } from '../../modules/staff/identity-documents.service';
import { createIdentityReviewsRepository } from '../../modules/staff/identity-reviews.repository';
import { identityDocumentsRoutes, identityReviewsRoutes } from '../../modules/staff/identity-reviews.routes';
import { createIdentityReviewsService } from '../../modules/staff/identity-reviews.service';
import { createPersonMailsService } from '../../modules/staff/people/person-mails.service';
import { createStaffPeopleRepository } from '../../modules/staff/people/staff-people.repository';
import { staffPeopleRoutes } from '../../modules/staff/people/staff-people.routes';
import { createStaffPeopleService } from '../../modules/staff/people/staff-people.service';
import { addStaffReleaseModules, type StaffReleaseDeps } from '../../modules/staff/releases/module';
import { createStaffRolesRepository } from '../../modules/staff/roles/staff-roles.repository';
import { staffRolesRoutes } from '../../modules/staff/roles/staff-roles.routes';
import { createStaffRolesService } from '../../modules/staff/roles/staff-roles.service';
import { createSecondFactorRepository } from '../../modules/staff/second-factor/second-factor.repository';
import { secondFactorRoutes } from '../../modules/staff/second-factor/second-factor.routes';
import { createSecondFactorService } from '../../modules/staff/second-factor/second-factor.service';
import { createStaffReportsRepository } from '../../modules/staff/staff-reports.repository';
import { staffReportsRoutes } from '../../modules/staff/staff-reports.routes';
import { createStaffReportsService } from '../../modules/staff/staff-reports.service';
import { createStaffRepository } from '../../modules/staff/staff.repository';
import { createStaffService } from '../../modules/staff/staff.service';
import type { UploadsService } from '../../modules/uploads/uploads.service';
import type { UsersService } from '../../modules/users/users.service';
import type { Limiter } from '../../platform/security/limiter';
import { addSchoolModules } from '../school-modules';
import { addStaffEventModules, type StaffEventDeps } from './staff-event-modules';
import { addStaffMoneyModules, type StaffMoneyDeps } from './staff-money-modules';

interface StaffDeps extends StaffEventDeps, StaffMoneyDeps, StaffReleaseDeps {
  limiter: Limiter;
  mails: MailsService;
  sessions: SessionsService;
  users: UsersService;
  uploads: UploadsService;
  roomLife: RoomLifeService;
  comments: ClassroomCommentsService;
  questions: QuestionsService;
  ratings: RatingsService;
  messages: EventMessagesService;
  causes: NotificationCausesService;
}

/** Registers the work of the staff. `npm run staff` uses the same services. */
export function addStaffModules(app: FastifyInstance, deps: StaffDeps): void {
  const { db, env, clock, limiter, mails, sessions, users, uploads, roomLife, tickets, comments, causes, live } = deps;
  const { write } = live;
  const repository = createStaffRepository(db);
  const reviews = createIdentityReviewsRepository(db);
  const secondFactors = createSecondFactorRepository(db);
  const { log } = repository;
  const roomRights = createRoomRightsService({ life: roomLife, clock });
  const staff = createStaffService({
    db,
    clock,
    users,
    mails,
    staff: repository,
    secondFactors,
    departures: createDeparturesService({ life: roomLife, events: tickets.eventLife.cancellation, clock }),
    consentWithdrawal: createConsentWithdrawalService({ users, mails, clock, roomRights }),
  });
  auditLogRoutes(app, createAuditLogService({ log: createAuditLogRepository(db) }));
  identityReviewsRoutes(app, createIdentityReviewsService({ reviews, staff, log, write, sessions, clock }));
  const reports = createStaffReportsRepository(db);
  staffReportsRoutes(
    app,
    createStaffReportsService({
      reports,
      staff,
      log,
      comments,
      questions: deps.questions,
      boards: createBoardRepository(db),
      ratings: deps.ratings,
      messages: deps.messages,
      causes,
      sessions,
      users,
      mails,
      write,
      clock,
    }),
  );
  addStaffEventModules(app, deps, repository);
  addStaffMoneyModules(app, deps, repository);
  addSchoolModules(app, { db, env, clock, limiter, users, sessions, roomRights, log });
  const roles = createStaffRolesRepository(db);
  staffRolesRoutes(app, createStaffRolesService({ roles, secondFactors, sessions, log, write, clock }));
  staffCountsRoutes(app, createStaffCountsService({ counts: createStaffCountsRepository(db), clock }));
  secondFactorRoutes(
    app,
    createSecondFactorService({
      db,
      factors: secondFactors,
      sessions,
      limiter,
      log,
      clock,
      secret: env.sessionSecret,
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
  const links = createAccountLinksService({ links: createAccountLinksRepository(db), clock });
  const accountMails = createAccountMailsService({ links, mails, limiter });
  const personMails = createPersonMailsService({ people, users, mails, accountMails, log, write, clock });
  staffPeopleRoutes(
    app,
    createStaffPeopleService({ ...tools, people, mails: personMails, sessions, write, clock }),
    personMails,
  );
}
