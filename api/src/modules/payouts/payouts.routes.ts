import { listEarnings } from '@manabiba/shared/contract/earnings';
import { createStripeConnect, createTransfer, getStripeConnect } from '@manabiba/shared/contract/payouts';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { EarningsService } from './earnings.service';
import type { PayoutsService } from './payouts.service';

export function payoutsRoutes(
  app: FastifyInstance,
  { payouts, earnings }: { payouts: PayoutsService; earnings: EarningsService },
) {
  route(app, getStripeConnect, ({ viewer }) => payouts.get(viewer));
  route(app, createStripeConnect, ({ body, viewer }) => payouts.connect(viewer, body));
  route(app, createTransfer, ({ body, viewer }) => payouts.transfer(viewer, body));
  route(app, listEarnings, ({ query, viewer }) => earnings.list(viewer, query));
}
