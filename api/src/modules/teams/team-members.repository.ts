import type { TeamRole } from '@manabiba/shared/contract/team-rights';
import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { TeamMembersTable } from '../../tables/teams';
import { type UserRow, userSelection } from '../users/user-columns';
import type { TeamKind } from './team-kinds';

export type TeamMemberRow = Selectable<TeamMembersTable>;
/** With the columns of the user, which are null for an invitation. */
export type ListedMemberRow = TeamMemberRow & { [K in keyof UserRow as `member_${K}`]: UserRow[K] };

export type TeamMembersRepository = ReturnType<typeof createTeamMembersRepository>;

/** Members of the teams of one kind, and invitations to them. */
export function createTeamMembersRepository(
  db: Db,
  { column, subjects }: Pick<TeamKind<never>, 'column' | 'subjects'>,
) {
  return {
    ...subjects,

    /** Returns the roles of a member; undefined for outsiders. */
    async findRoles(
      on: Db | Trx,
      { id, userId, isLocked }: { id: string; userId: string; isLocked: boolean },
    ): Promise<TeamRole[] | undefined> {
      const row = await on
        .selectFrom('team_members')
        .select('roles')
        .where(column, '=', id)
        .where('user_id', '=', userId)
        .$if(isLocked, (query) => query.forShare())
        .executeTakeFirst();
      return row?.roles;
    },

    /** Returns a user as somebody in the team sees them. */
    findUser: (id: string, viewerId: string): Promise<UserRow> =>
      db
        .selectFrom('users as u')
        .select(userSelection('u', '', viewerId))
        .where('u.id', '=', id)
        .executeTakeFirstOrThrow() as Promise<UserRow>,

    /** Returns the members and the invitations that can still be accepted, in the order in which they were invited. */
    list: (
      on: Db | Trx,
      { id, viewerId, now, memberId }: { id: string; viewerId: string; now: Date; memberId?: string },
    ): Promise<ListedMemberRow[]> =>
      on
        .selectFrom('team_members as m')
        .leftJoin('users as u', 'u.id', 'm.user_id')
        .selectAll('m')
        .select(userSelection('u', 'member_', viewerId))
        .where(`m.${column}`, '=', id)
        .where((eb) => eb.or([eb('m.expires_at', 'is', null), eb('m.expires_at', '>', now)]))
        .$if(memberId !== undefined, (query) => query.where('m.id', '=', memberId as string))
        .orderBy('m.invited_at')
        .orderBy('m.id')
        .execute() as unknown as Promise<ListedMemberRow[]>,

    async count(trx: Trx, id: string): Promise<number> {
      const { total } = await trx
        .selectFrom('team_members')
        .select(sql<number>`count(*)::int`.as('total'))
        .where(column, '=', id)
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Inserts an invitation. Returns false while the address has one. */
    async invite(trx: Trx, id: string, row: Insertable<TeamMembersTable>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('team_members')
        .values({ ...row, [column]: id })
        .onConflict((conflict) => conflict.columns([column, 'email']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Makes an invitation a membership. Returns its roles; undefined when it is over. Of two calls, one gets them. */
    async join(trx: Trx, id: string, userId: string, now: Date): Promise<TeamRole[] | undefined> {
      const row = await trx
        .updateTable('team_members')
        .set({ user_id: userId, joined_at: now, email: null, token_hash: null, expires_at: null })
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .returning('roles')
        .executeTakeFirst();
      return row?.roles;
    },

    /** Locks a member or an invitation. */
    lockMember: (trx: Trx, id: string, memberId: string): Promise<TeamMemberRow | undefined> =>
      trx
        .selectFrom('team_members')
        .selectAll()
        .where('id', '=', memberId)
        .where(column, '=', id)
        .forUpdate()
        .executeTakeFirst(),

    async setRoles(trx: Trx, id: string, roles: readonly TeamRole[]): Promise<void> {
      await trx
        .updateTable('team_members')
        .set({ roles: [...roles] })
        .where('id', '=', id)
        .execute();
    },

    /** Returns false when it was gone. */
    async delete(trx: Trx, id: string): Promise<boolean> {
      const { numDeletedRows } = await trx.deleteFrom('team_members').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Deletes the expired invitations to one of them. */
    async deleteExpiredOf(trx: Trx, id: string, now: Date): Promise<void> {
      await trx.deleteFrom('team_members').where(column, '=', id).where('expires_at', '<=', now).execute();
    },

    /** Returns a user's address and day of birth. */
    findPerson: (trx: Trx, userId: string) =>
      trx.selectFrom('users').select(['email', 'birth_date']).where('id', '=', userId).executeTakeFirstOrThrow(),

    /** Returns the account that has verified an address, and whether it must not be notified: blocked, or closed. */
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

    /** Returns the name under which an owner invites, and whether they have left. */
    async findInviter(on: Db | Trx, ownerId: string): Promise<{ name: string; hasLeft: boolean }> {
      const row = await on
        .selectFrom('users as o')
        .leftJoin('professionals as org', 'org.user_id', 'o.id')
        .select('o.state')
        .select(sql<string>`coalesce(nullif(org.org_name, ''), o.nickname)`.as('name'))
        .where('o.id', '=', ownerId)
        .executeTakeFirstOrThrow();
      return { name: row.name, hasLeft: row.state === 'withdrawn' };
    },
  };
}

const isBlockedBetween = (userId: ReturnType<typeof sql>, ownerId: string) =>
  sql<boolean>`exists (select from user_blocks b
    where (b.blocker_id, b.blocked_id) in ((${userId}, ${ownerId}), (${ownerId}, ${userId})))`;

/** Returns an invitation of any kind that can still be accepted, by the hash of its link. */
export const findTeamInvitation = (on: Db | Trx, tokenHash: string, now: Date): Promise<TeamMemberRow | undefined> =>
  on
    .selectFrom('team_members')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Deletes the expired invitations of all kinds. */
export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('team_members').where('expires_at', '<=', now).execute();
}
