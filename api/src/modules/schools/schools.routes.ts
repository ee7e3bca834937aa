import { id } from '@manabiba/shared/contract/primitives';
import {
  createSchool,
  createSchoolCodes,
  getSchool,
  listPupils,
  listSchoolCodes,
  listSchools,
  renewPupilPassword,
  revokeSchoolCodes,
  updateSchool,
} from '@manabiba/shared/contract/staff-schools';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { isSignedIn } from '../../access/viewer';
import { route } from '../../http/route';
import { AppError } from '../../platform/app-error';
import { drawSchoolCodes } from './draw-school-codes';
import type { PupilsService } from './pupils.service';
import type { SchoolsService } from './schools.service';

const params = z.object({ id });

export function schoolsRoutes(app: FastifyInstance, schools: SchoolsService, signInUrl: string): void {
  route(app, listSchools, () => schools.list());
  route(app, createSchool, ({ body, viewer }) => schools.create(viewer.id, body));
  route(app, getSchool, ({ params: { id: schoolId } }) => schools.get(schoolId));
  route(app, updateSchool, ({ params: { id: schoolId }, body, viewer }) => schools.update(viewer.id, schoolId, body));
  route(app, createSchoolCodes, ({ params: { id: schoolId }, body, viewer }) =>
    schools.createCodes(viewer.id, schoolId, body),
  );
  route(app, listSchoolCodes, ({ params: { id: schoolId }, query }) => schools.listCodes(schoolId, query.label));
  route(app, revokeSchoolCodes, ({ params: { id: schoolId }, body, viewer }) =>
    schools.revokeCodes(viewer.id, schoolId, body),
  );
  // Not part of the contract because it returns bytes, not JSON; access follows listSchoolCodes.
  app.get('/staff/schools/:id/codes/pdf', { config: { endpoint: listSchoolCodes } }, async (request, reply) => {
    const named = z.safeParse(params, request.params);
    const asked = z.safeParse(listSchoolCodes.query, request.query);
    const { viewer } = request.authentication;
    if (!named.success || !asked.success || !isSignedIn(viewer)) throw new AppError('not_found');
    const sheet = await schools.printCodes(viewer.id, named.data.id, asked.data.label);
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="codes.pdf"')
      .send(await drawSchoolCodes({ ...sheet, signInUrl }));
  });
}

export function pupilsRoutes(app: FastifyInstance, pupils: PupilsService): void {
  route(app, listPupils, ({ params: { id: schoolId }, query }) => pupils.list(schoolId, query));
  route(app, renewPupilPassword, ({ params: { userId }, body, viewer }) =>
    pupils.renewPassword(viewer.id, userId, body.reason),
  );
}
