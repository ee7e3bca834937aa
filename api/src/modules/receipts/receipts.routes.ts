import { getGuestTicket, issueGuestReceipt } from '@manabiba/shared/contract/guest-tickets';
import { id } from '@manabiba/shared/contract/primitives';
import { getReceipt, issueReceipt, type Receipt } from '@manabiba/shared/contract/receipts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';

import { route } from '../../http/route';
import { AppError } from '../../platform/app-error';
import type { GuestTicketsService } from '../participations/guest-tickets.service';
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
    return sendReceipt(reply, await receipts.get(viewer, named.data.id));
  });
}

/** Receipts of guest tickets, by the token of the ticket. */
export function guestReceiptsRoutes(
  app: FastifyInstance,
  guests: Pick<GuestTicketsService, 'issueReceipt' | 'receipt'>,
): void {
  route(app, issueGuestReceipt, ({ params: { token }, body }) => guests.issueReceipt(token, body.addressee));
  // Not part of the contract, like the file above; access follows getGuestTicket.
  app.get('/guest_tickets/:token/receipt.pdf', { config: { endpoint: getGuestTicket } }, async (request, reply) => {
    const named = z.safeParse(getGuestTicket.params, request.params);
    if (!named.success) throw new AppError('not_found');
    return sendReceipt(reply, await guests.receipt(named.data.token));
  });
}

/** Sends an issued receipt as a file; `not_found` for one that was not issued. */
async function sendReceipt(reply: FastifyReply, receipt: Receipt): Promise<FastifyReply> {
  if (receipt.number === null) throw new AppError('not_found');
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${receipt.number}-${receipt.version}.pdf"`)
    .send(await drawReceipt(receipt));
}
