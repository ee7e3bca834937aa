import { createStripeConnect, createTransfer, getStripeConnect } from '@manabiba/shared/contract/payouts';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { PayoutsService } from './payouts.service';

export function payoutsRoutes(app: FastifyInstance, payouts: PayoutsService) {
  route(app, getStripeConnect, ({ viewer }) => payouts.get(viewer));
  route(app, createStripeConnect, ({ body, viewer }) => payouts.connect(viewer, body));
  route(app, createTransfer, ({ body, viewer }) => payouts.transfer(viewer, body));
}
