import type { Participation } from '@manabiba/shared/contract/tickets';
import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../../platform/database/time-position';
import { type UserRow, userSelection } from '../../users/user-columns';

/** A participation with its user, who has withdrawn if `state` says so; for guests the user's columns are null. */
export interface OrganizedParticipantRow extends UserRow {
  user_id: string | null;
  participation_id: string;
  guest_email: string | null;
  /** Of a further seat that no account has taken over, and its buyer. */
  companion_name: string | null;
  buyer_name: string | null;
  further_seats: number;
  further_amount: number;
  ticket_type_id: string;
  ticket_name: string;
  route: Participation['route'];
  participation_state: Participation['state'];
  amount: number;
  payment_method: Participation['paymentMethod'];
  cancel_reason: Participation['cancelReason'];
  participation_created_at: Date;
  created_micros: number;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  checked_in_at: Date | null;
}

export interface ParticipantFilter {
  eventId: string;
  id?: string;
  state?: Participation['state'] | undefined;
  /** Part of a name or of a guest's address. */
  words?: string | undefined;
}

/** The states of further seats that end with their buyer's. */
const SEATED = ['held', 'pending_payment', 'confirmed', 'joined'] as const;

const likeOf = (words: string) => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const hasName = (column: 'u.nickname' | 'p.companion_name', words: string) =>
  sql<boolean>`(search_normal(${words}) <> '' and strpos(search_normal(${sql.ref(column)}), search_normal(${words})) > 0)`;

export type EventParticipantsRepository = ReturnType<typeof createEventParticipantsRepository>;

/** Repository of an event's participations in every state. */
export function createEventParticipantsRepository(db: Db) {
  const select = ({ eventId, id, state, words }: ParticipantFilter) =>
    db
      .selectFrom('participations as p')
      .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
      .leftJoin('users as u', 'u.id', 'p.user_id')
      .leftJoin('participations as lead', 'lead.id', 'p.lead_id')
      .leftJoin('users as buyer', (join) =>
        join.onRef('buyer.id', '=', 'lead.user_id').on('buyer.state', '<>', 'withdrawn'),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('participations as f')
            .select([
              sql<number>`count(*)::int`.as('further_seats'),
              sql<number>`coalesce(sum(f.amount), 0)::int`.as('further_amount'),
            ])
            .whereRef('f.lead_id', '=', 'p.id')
            .where('f.user_id', 'is', null)
            .where('f.state', 'in', SEATED)
            .as('further'),
        (join) => join.onTrue(),
      )
      .where('p.event_id', '=', eventId)
      .$if(id !== undefined, (query) => query.where('p.id', '=', id as string))
      .$if(state !== undefined, (query) => query.where('p.state', '=', state as Participation['state']))
      .$if(words !== undefined && words !== '', (query) =>
        query.where((eb) =>
          eb.or([
            eb.and([hasName('u.nickname', words ?? ''), eb('u.state', '<>', 'withdrawn')]),
            eb('p.guest_email', 'ilike', likeOf(words ?? '')),
            eb.and([hasName('p.companion_name', words ?? ''), eb('p.user_id', 'is', null)]),
          ]),
        ),
      );

  return {
    /** Returns a page, latest first. */
    list(
      filter: ParticipantFilter,
      { viewerId, after, limit }: { viewerId: string; after: TimePosition | null; limit: number },
    ): Promise<OrganizedParticipantRow[]> {
      return select(filter)
        .select(userSelection('u', '', viewerId))
        .select([
          'p.id as participation_id',
          'p.user_id',
          'p.guest_email',
          sql<string | null>`case when p.user_id is null then p.companion_name end`.as('companion_name'),
          'buyer.nickname as buyer_name',
          'further.further_seats',
          'further.further_amount',
          'p.ticket_type_id',
          't.name as ticket_name',
          'p.route',
          'p.state as participation_state',
          'p.amount',
          'p.payment_method',
          'p.cancel_reason',
          'p.created_at as participation_created_at',
          'p.confirmed_at',
          'p.cancelled_at',
          'p.checked_in_at',
          toMicros('p.created_at').as('created_micros'),
        ])
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(p.created_at, p.id) < (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id', 'desc')
        .limit(limit)
        .execute() as unknown as Promise<OrganizedParticipantRow[]>;
    },

    /** Whether a locked participation is a seat of an event that is published and not over. */
    async canBeReceived(trx: Trx, id: string): Promise<boolean> {
      const row = await trx
        .selectFrom('participations as p')
        .innerJoin('events as e', 'e.id', 'p.event_id')
        .select('p.id')
        .where('p.id', '=', id)
        .where('p.route', '<>', 'archive')
        .where('p.state', 'in', ['confirmed', 'joined'])
        .where('e.state', 'in', ['published', 'open', 'live'])
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns false when it was already so. */
    async setCheckedIn(trx: Trx, id: string, isCheckedIn: boolean, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('participations')
        .set({ checked_in_at: isCheckedIn ? now : null })
        .where('id', '=', id)
        .where('checked_in_at', isCheckedIn ? 'is' : 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async count(filter: ParticipantFilter): Promise<number> {
      const { total } = await select(filter)
        .select(sql<number>`count(*)::int`.as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
