import type { WebhookType } from '@manabiba/shared/contract/webhook-types';
import { sql } from 'kysely';

import type { Trx } from '../../platform/database/db';

export type WebhookFactsRepository = typeof webhookFactsRepository;

/** What webhooks report, and to which of them, as it is now. */
export const webhookFactsRepository = {
  /** Returns the running webhooks of the organizer for this type. Suspended and withdrawn organizers have none. */
  listEndpoints(trx: Trx, eventId: string, type: WebhookType) {
    return trx
      .selectFrom('webhook_endpoints as w')
      .innerJoin('events as e', 'e.organizer_id', 'w.user_id')
      .innerJoin('users as u', 'u.id', 'w.user_id')
      .select('w.id')
      .where('e.id', '=', eventId)
      .where('u.state', 'not in', ['suspended', 'withdrawn'])
      .where('w.stopped_at', 'is', null)
      .where(sql<boolean>`${type} = any(w.types)`)
      .orderBy('w.id')
      .execute();
  },

  findEvent(trx: Trx, eventId: string) {
    return trx
      .selectFrom('events')
      .select(['id', 'title', 'start_at', 'end_at'])
      .where('id', '=', eventId)
      .executeTakeFirst();
  },

  findTicket(trx: Trx, participationId: string) {
    return trx
      .selectFrom('participations as p')
      .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
      .select(['p.id', 'p.ticket_type_id', 't.name as ticket_name', 'p.route', 'p.user_id'])
      .where('p.id', '=', participationId)
      .executeTakeFirst();
  },
};
