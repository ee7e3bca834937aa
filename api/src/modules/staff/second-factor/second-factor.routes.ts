import {
  confirmSecondFactor,
  enrolSecondFactor,
  getStaffSession,
  renewRecoveryCodes,
  unlockStaffSession,
} from '@manabiba/shared/contract/staff-session';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { SecondFactorService } from './second-factor.service';

export function secondFactorRoutes(app: FastifyInstance, secondFactor: SecondFactorService): void {
  route(app, getStaffSession, ({ viewer }) => secondFactor.status(viewer));
  route(app, unlockStaffSession, ({ viewer, body }) => secondFactor.unlock(viewer, body.code));
  route(app, enrolSecondFactor, ({ viewer }) => secondFactor.enrol(viewer));
  route(app, confirmSecondFactor, ({ viewer, body }) => secondFactor.confirm(viewer, body.code));
  route(app, renewRecoveryCodes, ({ viewer }) => secondFactor.renewRecoveryCodes(viewer));
}
