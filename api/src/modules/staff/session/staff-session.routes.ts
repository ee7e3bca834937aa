import { getStaffSession, unlockStaffSession } from '@manabiba/shared/contract/staff-session';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { StaffSessionService } from './staff-session.service';

export function staffSessionRoutes(app: FastifyInstance, session: StaffSessionService): void {
  route(app, getStaffSession, ({ viewer }) => session.status(viewer));
  route(app, unlockStaffSession, ({ viewer, body }) => session.unlock(viewer, body.code));
}
