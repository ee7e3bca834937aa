import type { Trx } from '../../../platform/database/db';
import { publish } from '../../../platform/events/domain-events';
import { eventStatesRepository as states } from './event-states.repository';

/**
 * published -> open -> live -> ended: each step is made once, whoever asks for it and however often, and is told once. The
 * transaction has the event's room locked, where it has one.
 */
export const eventStates = {
  /** People with a place may come in. */
  async open(trx: Trx, eventId: string, now: Date): Promise<void> {
    if (await states.move(trx, eventId, ['published'], 'open', now)) await publish(trx, 'eventOpened', { eventId });
  },

  /** The host has come, or the start has. */
  async start(trx: Trx, eventId: string, now: Date): Promise<void> {
    if (await states.move(trx, eventId, ['open'], 'live', now)) await publish(trx, 'eventStarted', { eventId });
  },

  /** The host has ended it, or its time is over. */
  async end(trx: Trx, eventId: string, now: Date): Promise<void> {
    if (await states.move(trx, eventId, ['published', 'open', 'live'], 'ended', now))
      await publish(trx, 'eventEnded', { eventId });
  },
};
