import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { listStaffEvents, StaffEventRecord, StaffEventStage } from '@manabiba/shared/contract/staff-events';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import type { Clock } from '../../../platform/clock';
import { pageOf, positionOf } from '../../../platform/database/time-position';
import type { Write } from '../../../platform/database/transaction';
import type { EventSalesService } from '../../events/audience/event-sales.service';
import type { EventsService } from '../../events/events.service';
import type { EventCancellationService } from '../../events/life/event-cancellation.service';
import type { EarningsService } from '../../payouts/earnings.service';
import type { PayoutsService } from '../../payouts/payouts.service';
import type { StaffRepository } from '../staff.repository';
import type { StaffEventsRepository } from './staff-events.repository';

interface StaffEventsDeps {
  staffEvents: StaffEventsRepository;
  events: Pick<EventsService, 'get'>;
  sales: Pick<EventSalesService, 'getForStaff'>;
  earnings: Pick<EarningsService, 'ofEvent'>;
  payouts: Pick<PayoutsService, 'isReady'>;
  cancellation: Pick<EventCancellationService, 'cancelForStaff'>;
  log: StaffRepository['log'];
  write: Write;
  clock: Clock;
}

const statesOf: Record<StaffEventStage, readonly ClassroomEvent['state'][]> = {
  upcoming: ['published', 'open', 'live'],
  past: ['ended', 'archived'],
  cancelled: ['cancelled'],
};
const NONE = { count: 0, amount: 0 };

export type StaffEventsService = ReturnType<typeof createStaffEventsService>;

/** Published events of all organizers, as the staff looks at them and cancels them. */
export function createStaffEventsService(deps: StaffEventsDeps) {
  const { staffEvents, events, sales, earnings, payouts, cancellation, log, write, clock } = deps;
  return {
    async list({
      stage,
      q = '',
      cursor,
      limit,
    }: z.output<(typeof listStaffEvents)['query']>): Promise<EndpointOutput<typeof listStaffEvents>> {
      const rows = await staffEvents.list({
        states: statesOf[stage],
        order: stage === 'upcoming' ? 'asc' : 'desc',
        words: q,
        after: positionOf(cursor),
        limit: limit + 1,
      });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.start_micros, id: row.id }));
      return {
        items: shown.map((row) => ({
          id: row.id,
          title: row.title,
          state: row.state,
          startAt: row.start_at.toISOString(),
          organizer: { id: row.organizer_id, nickname: row.nickname, orgName: row.org_name },
          seats: row.seats,
          sold: row.sold,
          held: row.held,
        })),
        nextCursor,
      };
    },

    /** Returns an event as its buyers and its organizer see it. A draft is `not_found`. */
    async get(viewer: SignedInViewer, eventId: string): Promise<StaffEventRecord> {
      const event = await events.get(viewer, eventId);
      const [sold, toCancel, refunds, earned, canReceivePayouts] = await Promise.all([
        sales.getForStaff(viewer, eventId),
        staffEvents.cancellationOf(eventId),
        staffEvents.refundsOf(eventId),
        earnings.ofEvent(event.organizer.id, eventId),
        payouts.isReady(event.organizer.id),
      ]);
      const sumOf = (state: keyof StaffEventRecord['refunds']) => refunds.get(state) ?? NONE;
      return {
        event,
        sales: sold,
        cancellation: event.state === 'published' || event.state === 'open' ? toCancel : null,
        refunds: { paid: sumOf('paid'), pending: sumOf('pending'), failed: sumOf('failed') },
        earnings: { ...earned, canReceivePayouts },
      };
    },

    /** Cancels an event as its organizer can, and writes down who did it. */
    async cancel(viewer: SignedInViewer, eventId: string, reason: string): Promise<void> {
      await write(async (trx) => {
        const { title, state } = await cancellation.cancelForStaff(trx, eventId, reason);
        await log(trx, {
          at: clock.now(),
          who: viewer.id,
          action: 'cancel-event',
          subjectId: eventId,
          detail: `${title}: ${reason}`,
          before: state,
          after: 'cancelled',
        });
      });
    },
  };
}
