import type { EventRole } from '@manabiba/shared/contract/event-rights';
import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { EventMembersTable } from '../../../tables/event-team';
import { type UserRow, userSelection } from '../../users/user-columns';

export type EventMemberRow = Selectable<EventMembersTable>;
/** With the columns of the user, which are null for an invitation. */
export type ListedMemberRow = EventMemberRow & { [K in keyof UserRow as `member_${K}`]: UserRow[K] };

export type EventMembersRepository = ReturnType<typeof createEventMembersRepository>;

/** Members of the teams of events, and invitations to them. */
export function createEventMembersRepository(db: Db) {
  return {
    async findOrganizer(on: Db | Trx, eventId: string): Promise<string | undefined> {
      const row = await on.selectFrom('events').select('organizer_id').where('id', '=', eventId).executeTakeFirst();
      return row?.organizer_id;
    },

    /** Returns the roles of a member; undefined for outsiders. */
    async findRoles(
      on: Db | Trx,
      { eventId, userId, isLocked }: { eventId: string; userId: string; isLocked: boolean },
    ): Promise<EventRole[] | undefined> {
      const row = await on
        .selectFrom('event_members')
        .select('roles')
        .where('event_id', '=', eventId)
        .where('user_id', '=', userId)
        .$if(isLocked, (query) => query.forShare())
        .executeTakeFirst();
      return row?.roles;
    },

    /** Locks an event while its team changes, so that the bound of members and a second membership hold. */
    lockEvent: (trx: Trx, eventId: string) =>
      trx
        .selectFrom('events')
        .select(['id', 'organizer_id', 'title', 'state', 'start_at'])
        .where('id', '=', eventId)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /** Returns the owner of an event as a user. */
    findOwner: (eventId: string, viewerId: string): Promise<UserRow> =>
      db
        .selectFrom('events as e')
        .innerJoin('users as u', 'u.id', 'e.organizer_id')
        .select(userSelection('u', '', viewerId))
        .where('e.id', '=', eventId)
        .executeTakeFirstOrThrow() as Promise<UserRow>,

    /** Returns the members and the invitations that can still be accepted, in the order in which they were invited. */
    list: (
      on: Db | Trx,
      { eventId, viewerId, now, id }: { eventId: string; viewerId: string; now: Date; id?: string },
    ): Promise<ListedMemberRow[]> =>
      on
        .selectFrom('event_members as m')
        .leftJoin('users as u', 'u.id', 'm.user_id')
        .selectAll('m')
        .select(userSelection('u', 'member_', viewerId))
        .where('m.event_id', '=', eventId)
        .where((eb) => eb.or([eb('m.expires_at', 'is', null), eb('m.expires_at', '>', now)]))
        .$if(id !== undefined, (query) => query.where('m.id', '=', id as string))
        .orderBy('m.invited_at')
        .orderBy('m.id')
        .execute() as unknown as Promise<ListedMemberRow[]>,

    async count(trx: Trx, eventId: string): Promise<number> {
      const { total } = await trx
        .selectFrom('event_members')
        .select(sql<number>`count(*)::int`.as('total'))
        .where('event_id', '=', eventId)
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Inserts an invitation. Returns false while the address has one. */
    async invite(trx: Trx, row: Insertable<EventMembersTable>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('event_members')
        .values(row)
        .onConflict((conflict) => conflict.columns(['event_id', 'email']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Returns an invitation that can still be accepted, by the hash of its link. */
    findInvitation: (on: Db | Trx, tokenHash: string, now: Date) =>
      on
        .selectFrom('event_members')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    /** Makes an invitation a membership. Returns its roles; undefined when it is over. Of two calls, one gets them. */
    async join(trx: Trx, id: string, userId: string, now: Date): Promise<EventRole[] | undefined> {
      const row = await trx
        .updateTable('event_members')
        .set({ user_id: userId, joined_at: now, email: null, token_hash: null, expires_at: null })
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .returning('roles')
        .executeTakeFirst();
      return row?.roles;
    },

    /** Locks a member or an invitation of an event. */
    lock: (trx: Trx, eventId: string, id: string): Promise<EventMemberRow | undefined> =>
      trx
        .selectFrom('event_members')
        .selectAll()
        .where('id', '=', id)
        .where('event_id', '=', eventId)
        .forUpdate()
        .executeTakeFirst(),

    async setRoles(trx: Trx, id: string, roles: readonly EventRole[]): Promise<void> {
      await trx
        .updateTable('event_members')
        .set({ roles: [...roles] })
        .where('id', '=', id)
        .execute();
    },

    /** Returns false when it was gone. */
    async delete(trx: Trx, id: string): Promise<boolean> {
      const { numDeletedRows } = await trx.deleteFrom('event_members').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Deletes the expired invitations of one event, or of all. */
    async deleteExpired(on: Db | Trx, now: Date, eventId?: string): Promise<void> {
      await on
        .deleteFrom('event_members')
        .where('expires_at', '<=', now)
        .$if(eventId !== undefined, (query) => query.where('event_id', '=', eventId as string))
        .execute();
    },

    /** Returns a user's address and day of birth. */
    findPerson: (trx: Trx, userId: string) =>
      trx.selectFrom('users').select(['email', 'birth_date']).where('id', '=', userId).executeTakeFirstOrThrow(),

    /** Returns the account that has verified an address, and whether it must not be told: blocked, or closed. */
    async findAccount(trx: Trx, email: string, ownerId: string) {
      const { rows } = await sql<{ id: string; is_unreachable: boolean }>`
        select u.id, u.state in ('suspended', 'withdrawn') or ${isBlockedBetween(sql`u.id`, ownerId)} as is_unreachable
        from users u where lower(u.email) = ${email} and u.email_verified_at is not null`.execute(trx);
      return rows[0];
    },

    async isBlocked(trx: Trx, userId: string, ownerId: string): Promise<boolean> {
      const { rows } = await sql<{ is_blocked: boolean }>`
        select ${isBlockedBetween(sql`${userId}`, ownerId)} as is_blocked`.execute(trx);
      return rows[0]?.is_blocked ?? false;
    },

    /** Returns the event of an invitation as its page shows it. */
    findInvitedEvent: (on: Db | Trx, eventId: string) =>
      on
        .selectFrom('events as e')
        .innerJoin('users as o', 'o.id', 'e.organizer_id')
        .leftJoin('professionals as org', 'org.user_id', 'o.id')
        .select(['e.title', 'e.start_at', 'e.state', 'o.state as owner_state'])
        .select(sql<string>`coalesce(nullif(org.org_name, ''), o.nickname)`.as('owner_name'))
        .where('e.id', '=', eventId)
        .executeTakeFirstOrThrow(),
  };
}

const isBlockedBetween = (userId: ReturnType<typeof sql>, ownerId: string) =>
  sql<boolean>`exists (select from user_blocks b
    where (b.blocker_id, b.blocked_id) in ((${userId}, ${ownerId}), (${ownerId}, ${userId})))`;
