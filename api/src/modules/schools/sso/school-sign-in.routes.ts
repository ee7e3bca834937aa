import { finishSchoolSignIn, startSchoolSignIn } from '@manabiba/shared/contract/school-sign-in';
import { setSignInPage } from '@manabiba/shared/contract/staff-schools';
import type { FastifyInstance } from 'fastify';

import { callerAddress } from '../../../http/caller-address';
import { route } from '../../../http/route';
import type { SchoolPagesService } from './school-pages.service';
import type { SchoolSignInService } from './school-sign-in.service';

/** These calls wait for the page of a school, which no transaction should. */
const waits = { knowsIntents: true };

export function schoolSignInRoutes(
  app: FastifyInstance,
  { signIn, pages }: { signIn: SchoolSignInService; pages: SchoolPagesService },
): void {
  route(app, startSchoolSignIn, ({ body, request }) => signIn.start(body.schoolCode, callerAddress(request.ip)), waits);
  route(app, finishSchoolSignIn, ({ body, request }) => signIn.finish(body, callerAddress(request.ip)), waits);
  route(app, setSignInPage, ({ params, body, viewer }) => pages.set(viewer.id, params.id, body.page), waits);
}
