import { id } from '@manabiba/shared/contract/primitives';
import { getReceipt, issueReceipt } from '@manabiba/shared/contract/receipts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { route } from '../../http/route';
import { AppError } from '../../platform/app-error';
import { drawReceipt } from './draw-receipt';
import type { ReceiptsService } from './receipts.service';

const params = z.object({ id });

export function receiptsRoutes(app: FastifyInstance, receipts: ReceiptsService) {
  route(app, getReceipt, ({ params: { id: saleId }, viewer }) => receipts.get(viewer, saleId));
  route(app, issueReceipt, ({ params: { id: saleId }, body, viewer }) =>
    receipts.issue(viewer, saleId, body.addressee),
  );
  // Not part of the contract because it returns bytes, not JSON; access follows getReceipt.
  app.get('/me/receipts/:id/pdf', { config: { endpoint: getReceipt } }, async (request, reply) => {
    const named = z.safeParse(params, request.params);
    const { viewer } = request.authentication;
    if (!named.success || viewer.kind === 'anonymous') throw new AppError('not_found');
    const receipt = await receipts.get(viewer, named.data.id);
    if (receipt.number === null) throw new AppError('not_found');
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${receipt.number}-${receipt.version}.pdf"`)
      .send(await drawReceipt(receipt));
  });
}
