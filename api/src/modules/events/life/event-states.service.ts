import type { Trx } from '../../../platform/database/db';
import { publish } from '../../../platform/events/domain-events';
import { eventStatesRepository as states } from './event-states.repository';

/**
 * published -> open -> live -> ended -> archived: each step happens and is published once, whatever triggers it and however often.
 * The transaction has the event's room locked, if it has one.
 */
export const eventStates = {
  /** Opens entry for ticket holders. */
  async open(trx: Trx, eventId: string, now: Date): Promise<void> {
    if (await states.move(trx, eventId, ['published'], 'open', now)) await publish(trx, 'eventOpened', { eventId });
  },

  /** Starts the event when the host or the start time has come. */
  async start(trx: Trx, eventId: string, now: Date): Promise<void> {
    if (await states.move(trx, eventId, ['open'], 'live', now)) await publish(trx, 'eventStarted', { eventId });
  },

  /** Ends the event when the host has ended it or its time is over. */
  async end(trx: Trx, eventId: string, now: Date): Promise<void> {
    if (await states.move(trx, eventId, ['published', 'open', 'live'], 'ended', now))
      await publish(trx, 'eventEnded', { eventId });
  },

  /** Marks an event whose archive has been published. */
  async archive(trx: Trx, eventId: string, now: Date): Promise<void> {
    await states.move(trx, eventId, ['ended'], 'archived', now);
  },
};
