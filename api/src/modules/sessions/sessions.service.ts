import { createHash, randomBytes } from 'node:crypto';

import type { DeviceSession } from '@manabiba/shared/contract/account';
import { addMilliseconds, differenceInMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import {
  type AnonymousViewer,
  type Authentication,
  isSignedIn,
  type SignedInViewer,
  type Viewer,
} from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import { createBatch } from '../../platform/batch';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { afterCommit } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { deriveKey, keyedDigest } from '../../platform/security/text-encryption';
import { createAccessTokens } from './access-token';
import type { SessionOwner, SessionsRepository, SignInWay } from './sessions.repository';
import { toSignedInViewer } from './signed-in-viewer';
import { createViewerCache } from './viewer-cache';

/** How long an unused session lasts. The cookie has the same lifetime. */
const SESSION_MS = 30 * millisecondsInDay;
/** A rotated refresh token still returns its successor for this long, because two tabs may refresh at once. */
const GRACE_MS = 10_000;
const TOKEN_BYTES = 32;
const MAX_USER_AGENT = 300;
/** How often the work of the staff is noted, in milliseconds. */
const STAFF_NOTED_MS = 60_000;
/** Concurrent lookup statements, and sessions per statement. */
const LOADS_AT_ONCE = 2;
const MAX_LOADED = 200;

export interface TokenPair {
  token: string;
  refreshToken: string;
}

interface SessionsDeps {
  db: Db;
  repository: SessionsRepository;
  clock: Clock;
  secret: string;
  communicateMinAge: number;
  viewerCacheMs: number;
}

export type SessionsService = Awaited<ReturnType<typeof createSessionsService>>;

/**
 * Opens, verifies, refreshes and ends sessions. A session is one device; its refresh tokens form a family of which only
 * the newest is valid.
 */
export async function createSessionsService({
  db,
  repository,
  clock,
  secret,
  communicateMinAge,
  viewerCacheMs,
}: SessionsDeps) {
  const accessTokens = await createAccessTokens({ secret, clock });
  const refreshKey = deriveKey(secret, 'refresh tokens');
  const cache = createViewerCache({ ttlMs: viewerCacheMs });
  const anonymous: AnonymousViewer = { kind: 'anonymous', id: null, sessionId: null, communicateMinAge };
  const withoutToken: Authentication = { viewer: anonymous, isRejected: false, expiredSessionId: null };
  const rejected: Authentication = { viewer: anonymous, isRejected: true, expiredSessionId: null };

  /**
   * Derives the next refresh token. It is computed, never stored: within the grace period every holder of the old token
   * gets the same successor, and the database holds nothing that can sign in.
   */
  const successorOf = (token: string) => keyedDigest(refreshKey, token);

  async function open(
    trx: Trx,
    owner: SessionOwner,
    userAgent: string,
    way: SignInWay = { method: null },
  ): Promise<TokenPair & { sessionId: string }> {
    const now = clock.now();
    const sessionId = newId('ses');
    const refreshToken = randomBytes(TOKEN_BYTES).toString('base64url');
    await repository.insertSession(trx, {
      id: sessionId,
      owner,
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
      way,
      tokenHash: hashOf(refreshToken),
      now,
      expiresAt: addMilliseconds(now, SESSION_MS),
    });
    const subjectId = 'userId' in owner ? owner.userId : owner.anonymousId;
    return { sessionId, refreshToken, token: await accessTokens.sign({ sessionId, subjectId }) };
  }

  /** Looks up sessions, batched: every mutating call needs one. */
  const loadRow = createBatch<string, FoundRow | undefined>({
    atOnce: LOADS_AT_ONCE,
    max: MAX_LOADED,
    async load(sessionIds) {
      const rows = await repository.findViewers(sessionIds, clock.now());
      const byId = new Map(rows.map((row) => [row.session_id, row]));
      return sessionIds.map((id) => byId.get(id));
    },
  });

  async function findViewer(sessionId: string): Promise<Viewer | null> {
    const row = await loadRow(sessionId);
    if (!row) return null;
    if (row.user_id === null) return { kind: 'anonymous', id: row.anonymous_id, sessionId, communicateMinAge };
    const staffSession = { hasSecondFactor: row.has_second_factor, activeAt: row.staff_active_at };
    return toSignedInViewer(row as SignedInRow, { sessionId, staffSession, communicateMinAge }, clock.now());
  }

  async function loadAuthentication(sessionId: string): Promise<Authentication> {
    const viewer = await findViewer(sessionId);
    if (!viewer) {
      const owner = await repository.find(sessionId);
      return { ...rejected, endedOwnerId: owner?.user_id ?? owner?.anonymous_id ?? null };
    }
    const authentication = { viewer, isRejected: false, expiredSessionId: null };
    // Locking, and losing the role, take effect at once.
    if (!isSignedIn(viewer) || viewer.role !== 'staff') cache.set(sessionId, authentication, viewer.id);
    return authentication;
  }

  /** Clears the cache now and again after the commit, because a read in between may have cached the old state. */
  function forget(work: () => void): void {
    work();
    afterCommit(work);
  }

  async function endSession(trx: Trx, sessionId: string): Promise<void> {
    await repository.revoke(trx, sessionId, clock.now());
    forget(() => cache.forgetSession(sessionId));
  }

  /** Rotates a refresh token under a lock. Returns null when it is unknown, ended or reused after the grace period. */
  function rotate(refreshToken: string) {
    return inTransaction(db, async (trx) => {
      const now = clock.now();
      const tokenHash = hashOf(refreshToken);
      const row = await repository.lockRefreshToken(trx, tokenHash);
      if (!row || row.revoked_at || row.expires_at <= now) return null;
      const subjectId = row.user_id ?? row.anonymous_id ?? '';
      const successor = successorOf(refreshToken);
      if (row.rotated_at === null) {
        await repository.rotate(trx, {
          sessionId: row.session_id,
          tokenHash,
          successorHash: hashOf(successor),
          now,
          expiresAt: addMilliseconds(now, SESSION_MS),
        });
      } else if (differenceInMilliseconds(now, row.rotated_at) > GRACE_MS) {
        // The token was copied, so the whole family is revoked.
        await endSession(trx, row.session_id);
        return null;
      }
      return { sessionId: row.session_id, subjectId, refreshToken: successor };
    });
  }

  return {
    /** Authenticates a token: the `Authenticate` of the HTTP layer. */
    authenticate(token: string | null, options: { isFresh: boolean }): Authentication | Promise<Authentication> {
      if (token === null) return withoutToken;
      const check = accessTokens.check(token);
      if (check instanceof Promise) return check.then((done) => resolve(done));
      return resolve(check);

      function resolve(done: Awaited<typeof check>): Authentication | Promise<Authentication> {
        if (done.status === 'invalid') return rejected;
        const { sessionId } = done.claims;
        if (done.status === 'expired') return { ...rejected, expiredSessionId: sessionId };
        return (options.isFresh ? undefined : cache.get(sessionId)) ?? loadAuthentication(sessionId);
      }
    },

    /**
     * Opens a session for a user. `previous` is the device's former viewer: that session ends, and a visitor is linked
     * to the user.
     */
    async openForPerson(
      trx: Trx,
      userId: string,
      device: { userAgent: string; previous: Viewer },
      way: SignInWay,
    ): Promise<TokenPair> {
      const { previous } = device;
      if (previous.sessionId !== null) await endSession(trx, previous.sessionId);
      if (previous.kind === 'anonymous' && previous.id !== null)
        await repository.markVisitorAsPerson(trx, previous.id, userId);
      const { token, refreshToken } = await open(trx, { userId }, device.userAgent, way);
      return { token, refreshToken };
    },

    /** Opens a session for a visitor. A visitor with an earlier session keeps the id. */
    openForVisitor(device: {
      userAgent: string;
      previous: AnonymousViewer;
    }): Promise<TokenPair & { anonymousId: string }> {
      return inTransaction(db, async (trx) => {
        const { previous } = device;
        const anonymousId = previous.id ?? newId('anon');
        await repository.insertVisitor(trx, anonymousId, clock.now());
        if (previous.sessionId !== null) await endSession(trx, previous.sessionId);
        const { token, refreshToken } = await open(trx, { anonymousId }, device.userAgent);
        return { anonymousId, token, refreshToken };
      });
    },

    /**
     * Exchanges a refresh token for a new pair. The old token returns the same successor for ten more seconds; later
     * reuse ends the session. Rejects any unusable token with `unauthenticated`.
     */
    async refresh(refreshToken: string): Promise<TokenPair> {
      const rotated = await rotate(refreshToken);
      if (!rotated) throw new AppError('unauthenticated');
      const { sessionId, subjectId } = rotated;
      return { token: await accessTokens.sign({ sessionId, subjectId }), refreshToken: rotated.refreshToken };
    },

    /** Ends a session with all its refresh tokens. Does nothing when repeated or without a session. */
    async end(sessionId: string | null): Promise<void> {
      if (sessionId !== null) await inTransaction(db, (trx) => endSession(trx, sessionId));
    },

    /** Lists the devices on which the user is signed in. */
    async list(viewer: SignedInViewer): Promise<{ items: DeviceSession[] }> {
      const rows = await repository.listOf(viewer.id, clock.now());
      return {
        items: rows.map((row) => ({
          id: row.id,
          userAgent: row.user_agent,
          createdAt: row.created_at.toISOString(),
          lastUsedAt: row.last_used_at.toISOString(),
          isCurrent: row.id === viewer.sessionId,
          method: row.method,
          secondFactor: row.second_factor,
        })),
      };
    },

    /** Returns when and how the user has signed in to a session that makes calls. */
    async signInOf(sessionId: string): Promise<SignInWay & { at: Date }> {
      const row = await repository.find(sessionId);
      if (!row) throw new Error(`${sessionId} makes calls but does not exist`);
      return { at: row.created_at, method: row.method, secondFactor: row.second_factor };
    },

    /** Signs the user out on one of their devices. Rejects another user's or an ended session with `not_found`. */
    async revoke(viewer: SignedInViewer, sessionId: string): Promise<void> {
      if (!(await inTransaction(db, (trx) => repository.revokeOwn(trx, viewer.id, sessionId, clock.now()))))
        throw new AppError('not_found');
      forget(() => cache.forgetSession(sessionId));
    },

    /** Ends all sessions of a user except `exceptSessionId`. */
    async endAll(trx: Trx, userId: string, exceptSessionId: string | null = null): Promise<void> {
      await repository.revokeAll(trx, userId, exceptSessionId, clock.now());
      forget(() => cache.forgetPerson(userId));
    },

    /**
     * Notes that the staff works in this session, at most once a minute. Returns nothing when there is nothing to note.
     */
    keepStaffOpen({ sessionId, staffSession }: SignedInViewer): Promise<void> | undefined {
      const now = clock.now();
      const activeAt = staffSession?.activeAt;
      if (!activeAt || differenceInMilliseconds(now, activeAt) < STAFF_NOTED_MS) return undefined;
      return repository.noteStaffCall(sessionId, now);
    },

    /** Opens a session for the staff: its second factor was checked. */
    openForStaff: (trx: Trx, sessionId: string): Promise<void> => repository.openForStaff(trx, sessionId, clock.now()),

    /** Clears cached viewers of a user. Call it after changing anything that access rules check. */
    forgetPerson: (userId: string) => forget(() => cache.forgetPerson(userId)),
  };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

type FoundRow = Awaited<ReturnType<SessionsRepository['findViewers']>>[number];
type SignedInRow = FoundRow & Parameters<typeof toSignedInViewer>[0];
