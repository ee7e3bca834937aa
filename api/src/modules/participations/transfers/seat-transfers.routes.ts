import {
  acceptSeatOffer,
  cancelSeatTransfer,
  createSeatTransfer,
  declineSeatOffer,
  getSeatOffer,
  listSeatTransfers,
} from '@manabiba/shared/contract/seat-transfers';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { SeatTransfersService } from './seat-transfers.service';

/** Transfers of seats: for their holders, and for whoever has the link of the mail. */
export function seatTransfersRoutes(app: FastifyInstance, transfers: SeatTransfersService) {
  route(app, createSeatTransfer, ({ params, body, viewer }) => transfers.create(viewer, params.id, body));
  route(app, listSeatTransfers, ({ viewer }) => transfers.list(viewer));
  route(app, cancelSeatTransfer, ({ params, viewer }) => transfers.withdraw(viewer, params.id));
  route(app, getSeatOffer, ({ params }) => transfers.show(params.token));
  route(app, acceptSeatOffer, ({ params, viewer }) => transfers.accept(viewer, params.token));
  route(app, declineSeatOffer, ({ params }) => transfers.decline(params.token));
}
