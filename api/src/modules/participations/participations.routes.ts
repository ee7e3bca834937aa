import { cancelCompanion, listCompanions } from '@manabiba/shared/contract/companions';
import { cancelGuestTicket, claimGuestTicket, getGuestTicket } from '@manabiba/shared/contract/guest-tickets';
import {
  cancelParticipation,
  createParticipation,
  createPremiumParticipation,
  createStudentParticipation,
  getCancellation,
  getMyEvent,
  listMyEvents,
  redeemInvitation,
} from '@manabiba/shared/contract/participations';
import { getSeatProof } from '@manabiba/shared/contract/seat-proof';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { CancellationsService } from './cancellations.service';
import type { CompanionSeatsService } from './companions/companion-seats.service';
import type { FreeParticipationsService } from './free-participations.service';
import type { GuestTicketsService } from './guest-tickets.service';
import type { MyEventsService } from './my-events.service';
import type { SeatProofService } from './seat-proof/seat-proof.service';

interface ParticipationServices {
  mine: MyEventsService;
  free: FreeParticipationsService;
  cancellations: CancellationsService;
  companionSeats: CompanionSeatsService;
  proof: SeatProofService;
}

export function participationsRoutes(
  app: FastifyInstance,
  { mine, free, cancellations, companionSeats, proof }: ParticipationServices,
) {
  route(app, listMyEvents, ({ query, viewer }) => mine.list(viewer, query));
  route(app, getMyEvent, ({ params, viewer }) => mine.get(viewer, params.id));
  route(app, createPremiumParticipation, ({ params, viewer }) => free.takePremium(viewer, params.id));
  route(app, createStudentParticipation, ({ params, viewer }) => free.takeStudent(viewer, params.id));
  route(app, redeemInvitation, ({ body, params, viewer }) => free.redeem(viewer, params.id, body.code));
  route(app, createParticipation, ({ body, params, viewer }) => free.create(viewer, params.id, body));
  route(app, getCancellation, ({ params, viewer }) => cancellations.preview(viewer, params.id));
  route(app, cancelParticipation, ({ params, viewer }) => cancellations.cancel(viewer, params.id));
  route(app, listCompanions, ({ params, viewer }) => companionSeats.list(viewer, params.id));
  route(app, cancelCompanion, ({ params, viewer }) => companionSeats.cancel(viewer, params.id, params.companionId));
  route(app, getSeatProof, () => proof.read(), { microCache: true });
}

/** Tickets of guests without an account. */
export function guestTicketsRoutes(app: FastifyInstance, guests: GuestTicketsService) {
  route(app, getGuestTicket, ({ params, viewer }) => guests.get(viewer, params.token));
  route(app, cancelGuestTicket, ({ params, query }) => guests.cancel(params.token, query.isUnpaid === 'true'));
  route(app, claimGuestTicket, ({ params, viewer }) => guests.claim(viewer, params.token));
}
