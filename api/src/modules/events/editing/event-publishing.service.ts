import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Write } from '../../../platform/database/transaction';
import { publish } from '../../../platform/events/domain-events';
import type { EventRoomsService } from '../../classrooms/event-rooms/event-rooms.service';
import type { EventAuthorityService } from '../../teams/team-authority.service';
import type { TeamLogService } from '../../teams/team-log.service';
import type { UsersService } from '../../users/users.service';
import { toTicketType } from '../event-row';
import type { EventCancellationService } from '../life/event-cancellation.service';
import type { EventLifeService } from '../life/event-life.service';
import { missingOf, sentencesOf } from './checklist';
import type { OrganizedEventsRepository } from './organized-events.repository';
import type { OrganizedEventsService, PayoutReadiness } from './organized-events.service';

interface EventPublishingDeps {
  life: EventLifeService;
  rooms: EventRoomsService;
  organized: OrganizedEventsRepository;
  events: OrganizedEventsService;
  cancellation: EventCancellationService;
  authority: EventAuthorityService;
  log: TeamLogService;
  write: Write;
  users: UsersService;
  payouts: PayoutReadiness;
  clock: Clock;
}

export type EventPublishingService = ReturnType<typeof createEventPublishingService>;

/** Publishing and cancelling events. */
export function createEventPublishingService({
  organized,
  events,
  cancellation,
  authority,
  log,
  life,
  rooms,
  write,
  users,
  payouts,
  clock,
}: EventPublishingDeps) {
  return {
    /**
     * Publishes a complete draft and creates its room; missing requirements are `invalid` by field. Throws
     * `role_required` for an unverified organizer, `already` when it is published, `conflict` when it is over.
     */
    async publish(viewer: SignedInViewer, id: string): Promise<OrganizedEventDetail> {
      const canReceivePayouts = await payouts.isReady(viewer.id);
      await write(async (trx) => {
        const now = clock.now();
        await users.holdActive(trx, viewer.id);
        const event = await organized.lock(trx, id, { withTickets: true });
        await authority.requireIn(trx, viewer, id, 'own');
        if (!event) throw new AppError('not_found');
        if (['published', 'open', 'live'].includes(event.state)) throw new AppError('already');
        if (event.state !== 'draft') throw new AppError('conflict');
        const isVerified = viewer.state === 'active' && (await organized.isVerified(trx, viewer.id));
        if (!isVerified) throw new AppError('role_required');
        const checked = {
          imageUrl: event.image_url,
          description: event.description,
          startAt: event.start_at.toISOString(),
          tickets: (await organized.tickets(trx, id)).map(toTicketType),
          isVerified,
          canReceivePayouts,
        };
        const missing = missingOf(checked, now);
        if (missing.length > 0) throw new AppError('invalid', { fields: sentencesOf(missing) });
        const classroomId = await rooms.create(trx, event, now);
        const published = {
          state: 'published',
          classroom_id: classroomId,
          published_at: now,
          updated_at: now,
        } as const;
        await organized.update(trx, id, published);
        await life.wake(trx, id, event);
        await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'event_published' });
        await publish(trx, 'eventPublished', { eventId: id });
      });
      return events.get(viewer, id);
    },

    /**
     * Deletes a draft, or cancels a published event that has not begun. Participants see the reason, so it is required
     * then. A cancelled event is `already`, one that has begun or is over `conflict`.
     */
    delete(viewer: SignedInViewer, id: string, reason: string): Promise<void> {
      return write(async (trx) => {
        const event = await organized.lock(trx, id);
        await authority.requireIn(trx, viewer, id, 'own');
        if (!event) throw new AppError('not_found');
        if (event.state === 'draft') return organized.delete(trx, id);
        await cancellation.cancelOnRequest(trx, event, reason);
        await log.record(trx, { subjectId: id, actorId: viewer.id, act: 'event_cancelled', detail: reason });
      });
    },
  };
}
