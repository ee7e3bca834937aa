import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { getMyEvent, listMyEvents } from '@manabiba/shared/contract/participations';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import { pageOf, positionOf } from '../../platform/database/time-position';
import type { EventsService } from '../events/events.service';
import type { MyEventsRepository } from './my-events.repository';

export type MyEventsService = ReturnType<typeof createMyEventsService>;

/** A user's own events. */
export function createMyEventsService({ mine, events }: { mine: MyEventsRepository; events: EventsService }) {
  return {
    async list(
      viewer: SignedInViewer,
      { state, cursor, limit }: z.output<typeof listMyEvents.query>,
    ): Promise<EndpointOutput<typeof listMyEvents>> {
      const after = positionOf(cursor);
      const [rows, counts] = await Promise.all([
        mine.list({ userId: viewer.id, state, after, limit: limit + 1 }),
        mine.count(viewer.id),
      ]);
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.start_micros, id: row.event_id }));
      return {
        items: await events.findManyWith(
          viewer,
          shown.map(({ event_id: eventId, participation_id: participationId }) => ({ eventId, participationId })),
        ),
        nextCursor,
        counts,
      };
    },

    /** Returns one of them. An event in which the user never had a participation is `not_found`. */
    async get(viewer: SignedInViewer, eventId: string): Promise<EndpointOutput<typeof getMyEvent>> {
      const id = await mine.findParticipationId(viewer.id, eventId);
      if (id === undefined) throw new AppError('not_found');
      const [event, myParticipation] = await Promise.all([events.get(viewer, eventId), events.participation(id)]);
      const { joinUrl, icsUrl } = myParticipation;
      return { ...event, myParticipation, joinUrl, icsUrl };
    },
  };
}
