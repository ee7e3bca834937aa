import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';
import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { SecondFactorProof, SignInMethod } from '../../tables/sessions';
import { markChanged } from '../realtime/live-outbox';
import { changedSession, markChangedSessions } from './session-documents';
import { viewerColumns } from './signed-in-viewer';

/** How a user has signed in. */
export interface SignInWay {
  method: SignInMethod | null;
  /** Null without one. */
  secondFactor?: SecondFactorProof | null;
}

interface NewSession {
  id: string;
  owner: SessionOwner;
  userAgent: string;
  way: SignInWay;
  tokenHash: string;
  now: Date;
  expiresAt: Date;
}

export type SessionOwner = { userId: string } | { anonymousId: string };

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

/** Sessions, their refresh tokens and visitors. */
export function createSessionsRepository(db: Db) {
  return {
    /**
     * Returns everything that access rules check about the owners of these sessions; omits revoked and expired
     * sessions.
     */
    findViewers(sessionIds: readonly string[], now: Date) {
      return (
        db
          .selectFrom('sessions')
          .leftJoin('users', 'users.id', 'sessions.user_id')
          .leftJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
          .select([
            'sessions.id as session_id',
            'sessions.user_id',
            'sessions.anonymous_id',
            'sessions.staff_active_at',
          ])
          .select(viewerColumns)
          .select(
            sql<boolean>`users.role = 'staff' and exists (select from second_factors f
              where f.user_id = users.id and f.confirmed_at is not null)`.as('has_second_factor'),
          )
          // One text however many there are: the statement is prepared once.
          .where(sql<boolean>`sessions.id = any(${sessionIds})`)
          .where('sessions.revoked_at', 'is', null)
          .where('sessions.expires_at', '>', now)
          .execute()
      );
    },

    /** Returns a session in any state. */
    find(sessionId: string) {
      return db
        .selectFrom('sessions')
        .select(['user_id', 'anonymous_id', 'created_at', 'method', 'second_factor'])
        .where('id', '=', sessionId)
        .executeTakeFirst();
    },

    async insertVisitor(trx: Trx, id: string, now: Date) {
      await trx
        .insertInto('anonymous_visitors')
        .values({ id, created_at: now, last_seen_at: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_seen_at: now }))
        .execute();
    },

    async insertSession(trx: Trx, { id, owner, userAgent, way, tokenHash, now, expiresAt }: NewSession) {
      await trx
        .insertInto('sessions')
        .values({
          id,
          user_agent: userAgent,
          method: way.method,
          second_factor: way.secondFactor ?? null,
          // The staff is not asked for another code at once.
          staff_active_at: way.secondFactor ? now : null,
          created_at: now,
          last_used_at: now,
          expires_at: expiresAt,
          user_id: 'userId' in owner ? owner.userId : null,
          anonymous_id: 'anonymousId' in owner ? owner.anonymousId : null,
        })
        .execute();
      await trx
        .insertInto('refresh_tokens')
        .values({ token_hash: tokenHash, session_id: id, created_at: now })
        .execute();
    },

    /** Locks the token so that parallel refreshes are serialised. */
    lockRefreshToken(trx: Trx, tokenHash: string) {
      return trx
        .selectFrom('refresh_tokens')
        .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
        .select([
          'refresh_tokens.session_id',
          'refresh_tokens.rotated_at',
          'sessions.user_id',
          'sessions.anonymous_id',
          'sessions.expires_at',
          'sessions.revoked_at',
        ])
        .where('refresh_tokens.token_hash', '=', tokenHash)
        .forUpdate('refresh_tokens')
        .executeTakeFirst();
    },

    async rotate(
      trx: Trx,
      rotation: { sessionId: string; tokenHash: string; successorHash: string; now: Date; expiresAt: Date },
    ) {
      const { sessionId, tokenHash, successorHash, now, expiresAt } = rotation;
      await trx
        .updateTable('refresh_tokens')
        .set({ rotated_at: now, successor: successorHash })
        .where('token_hash', '=', tokenHash)
        .execute();
      await trx
        .insertInto('refresh_tokens')
        .values({ token_hash: successorHash, session_id: sessionId, created_at: now })
        .execute();
      await trx
        .updateTable('sessions')
        .set({ last_used_at: now, expires_at: expiresAt })
        .where('id', '=', sessionId)
        .execute();
    },

    /** Revokes a session, which ends its access to live documents. */
    async revoke(trx: Trx, sessionId: string, now: Date) {
      const rows = await trx
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .returning(['id', 'user_id'])
        .execute();
      await markEnded(trx, rows, now);
    },

    listOf(userId: string, now: Date) {
      return db
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'created_at', 'last_used_at', 'method', 'second_factor'])
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .limit(100)
        .execute();
    },

    /** Revokes a session of this user. Returns false when there is none. */
    async revokeOwn(trx: Trx, userId: string, sessionId: string, now: Date): Promise<boolean> {
      const rows = await trx
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .returning(['id', 'user_id'])
        .execute();
      await markEnded(trx, rows, now);
      return rows.length > 0;
    },

    async revokeAll(trx: Trx, userId: string, exceptSessionId: string | null, now: Date) {
      const rows = await trx
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('id', '<>', exceptSessionId ?? '')
        .returning(['id', 'user_id'])
        .execute();
      await markEnded(trx, rows, now);
    },

    async openForStaff(trx: Trx, sessionId: string, now: Date) {
      await trx.updateTable('sessions').set({ staff_active_at: now }).where('id', '=', sessionId).execute();
    },

    /** Notes a call of the staff, unless the session was locked meanwhile. */
    async noteStaffCall(sessionId: string, now: Date) {
      await db
        .updateTable('sessions')
        .set({ staff_active_at: now })
        .where('id', '=', sessionId)
        .where('staff_active_at', 'is not', null)
        .execute();
    },

    /** Links the visitor to the user they have become. */
    async markVisitorAsPerson(executor: Db | Trx, anonymousId: string, userId: string) {
      await executor
        .updateTable('anonymous_visitors')
        .set({ became_user_id: userId })
        .where('id', '=', anonymousId)
        .where('became_user_id', 'is', null)
        .execute();
    },
  };
}

/**
 * Marks the live documents of ended sessions as changed. Sessions of visitors have none: they can only read rooms they
 * are in.
 */
const markEnded = (trx: Trx, sessions: readonly { id: string; user_id: string | null }[], now: Date) =>
  markChanged(
    trx,
    sessions.flatMap(({ id, user_id: userId }) => (userId === null ? [] : [changedSession(userId, id)])),
    now,
  );

/** Retention of ended sessions, in milliseconds: a stolen refresh token used late is still recognised. */
const ENDED_SESSIONS_KEPT_MS = 7 * millisecondsInDay;
/** Retention of visitors who do not return, in milliseconds. */
const VISITORS_KEPT_MS = 60 * millisecondsInDay;

/** Deletes sessions that ended a week ago. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  const before = subMilliseconds(now, ENDED_SESSIONS_KEPT_MS);
  await sql`with gone as (
      delete from sessions where expires_at < ${before} or revoked_at < ${before} returning id, user_id)
    ${markChangedSessions(sql`select id, user_id from gone`, now)}`.execute(db);
}

/** Deletes visitors without a session who were last seen two months ago and have no account. */
export async function deleteStaleVisitors(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('anonymous_visitors')
    .where('last_seen_at', '<', subMilliseconds(now, VISITORS_KEPT_MS))
    .where('became_user_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('sessions').select('id').whereRef('sessions.anonymous_id', '=', 'anonymous_visitors.id'),
        ),
      ),
    )
    .execute();
}
