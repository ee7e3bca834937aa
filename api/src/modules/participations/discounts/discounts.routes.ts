import {
  checkDiscountCode,
  createDiscountCode,
  deleteDiscountCode,
  listDiscountCodes,
} from '@manabiba/shared/contract/discount-codes';
import type { FastifyInstance } from 'fastify';

import { callerAddress } from '../../../http/caller-address';
import { route } from '../../../http/route';
import type { DiscountCodesService } from './discount-codes.service';
import type { DiscountsService } from './discounts.service';

export function discountsRoutes(app: FastifyInstance, codes: DiscountCodesService, discounts: DiscountsService) {
  route(app, listDiscountCodes, ({ params, viewer }) => codes.list(viewer, params.id));
  route(app, createDiscountCode, ({ params, body, viewer }) => codes.create(viewer, params.id, body));
  route(app, deleteDiscountCode, ({ params, viewer }) => codes.revoke(viewer, params.id, params.discountCodeId));
  route(app, checkDiscountCode, ({ params, body, viewer, request }) =>
    discounts.check(viewer, params.id, body, callerAddress(request.ip)),
  );
}
