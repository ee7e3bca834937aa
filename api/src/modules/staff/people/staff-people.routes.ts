import {
  getPersonRecord,
  reinstatePerson,
  searchPeople,
  sendPersonMail,
  signOutPerson,
  suspendPerson,
  withdrawPersonConsent,
} from '@manabiba/shared/contract/staff-people';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { PersonMailsService } from './person-mails.service';
import type { StaffPeopleService } from './staff-people.service';

export function staffPeopleRoutes(app: FastifyInstance, people: StaffPeopleService, mails: PersonMailsService): void {
  route(app, searchPeople, ({ query }) => people.search(query.q));
  route(app, getPersonRecord, ({ params }) => people.get(params.userId));
  route(app, suspendPerson, ({ params, body, viewer }) => people.suspend(viewer, params.userId, body.reason));
  route(app, reinstatePerson, ({ params, body, viewer }) => people.reinstate(viewer, params.userId, body.reason));
  route(app, withdrawPersonConsent, ({ params, body, viewer }) =>
    people.withdrawConsent(viewer, params.userId, body.reason),
  );
  route(app, sendPersonMail, ({ params, body, viewer }) => mails.send(viewer, params.userId, body.mail, body.reason));
  route(app, signOutPerson, ({ params, body, viewer }) => people.signOut(viewer, params.userId, body.reason));
}
