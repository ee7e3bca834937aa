import {
  answerPurchaseRequest,
  getPurchaseConsent,
  getPurchaseRequest,
  requestPurchaseConsent,
} from '@manabiba/shared/contract/purchase-consents';
import type { FastifyInstance } from 'fastify';

import { callerAddress } from '../../http/caller-address';
import { route } from '../../http/route';
import type { PurchaseConsentsService } from './purchase-consents.service';

export function purchaseConsentsRoutes(app: FastifyInstance, consents: PurchaseConsentsService) {
  route(app, getPurchaseConsent, ({ params, viewer }) => consents.get(viewer, params.id));
  route(app, requestPurchaseConsent, ({ body, params, viewer }) => consents.request(viewer, params.id, body));
  route(app, getPurchaseRequest, ({ params }) => consents.show(params.token));
  route(app, answerPurchaseRequest, ({ body, params, request }) =>
    consents.answer(params.token, body, callerAddress(request.ip)),
  );
}
