import {
  getPersonRecord,
  reinstatePerson,
  searchPeople,
  signOutPerson,
  suspendPerson,
  withdrawPersonConsent,
} from '@manabiba/shared/contract/staff-people';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { StaffPeopleService } from './staff-people.service';

export function staffPeopleRoutes(app: FastifyInstance, people: StaffPeopleService): void {
  route(app, searchPeople, ({ query }) => people.search(query.q));
  route(app, getPersonRecord, ({ params }) => people.get(params.userId));
  route(app, suspendPerson, ({ params, body, viewer }) => people.suspend(viewer, params.userId, body.reason));
  route(app, reinstatePerson, ({ params, body, viewer }) => people.reinstate(viewer, params.userId, body.reason));
  route(app, withdrawPersonConsent, ({ params, body, viewer }) =>
    people.withdrawConsent(viewer, params.userId, body.reason),
  );
  route(app, signOutPerson, ({ params, body, viewer }) => people.signOut(viewer, params.userId, body.reason));
}
