import {
  confirmSecondFactor,
  deleteSecondFactor,
  enrolSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '@manabiba/shared/contract/second-factor';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { SecondFactorService } from './second-factor.service';

export function secondFactorRoutes(app: FastifyInstance, secondFactor: SecondFactorService): void {
  route(app, getSecondFactor, ({ viewer }) => secondFactor.status(viewer));
  route(app, enrolSecondFactor, ({ viewer, body }) => secondFactor.enrol(viewer, body.currentPassword));
  route(app, confirmSecondFactor, ({ viewer, body }) => secondFactor.confirm(viewer, body.code));
  route(app, renewRecoveryCodes, ({ viewer, body }) => secondFactor.renewRecoveryCodes(viewer, body));
  route(app, deleteSecondFactor, ({ viewer, body }) => secondFactor.remove(viewer, body));
}
