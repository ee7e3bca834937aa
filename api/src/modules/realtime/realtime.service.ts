import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { GRACE_MINUTES } from '@manabiba/shared/contract/limits';
import type { createRealtimeToken } from '@manabiba/shared/contract/realtime';

import { isSignedIn, type SessionViewer, type SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { type ChangedDocument, markChanged } from './live-outbox';
import type { RealtimeTokens } from './realtime-token';

interface RealtimeDeps {
  db: Db;
  /** When the rooms end that the viewer is in; refuses with `not_joined` for any other. */
  endsOfJoined: (viewer: SessionViewer, roomIds: readonly string[]) => Promise<Date[]>;
  /** The documents that a person reads besides those of rooms. */
  documentsOf: (viewer: SignedInViewer) => readonly ChangedDocument[];
  /** Null when there are no live documents to read. */
  tokens: RealtimeTokens | null;
  /** Waits until what was committed is in the documents, at most for this time in milliseconds. */
  flush: (atMostMs: number) => Promise<void>;
  clock: Clock;
}

const MINUTE_MS = 60_000;
/** How long a token outlives the class, in minutes. */
const AFTER_CLASS_MINUTES = 10;
/** The life of a token without a class, in milliseconds. */
const SHORTEST_MS = 60 * MINUTE_MS;
/** How long a token waits for the documents that it reads, in milliseconds, so that it can be used at once. */
const FLUSH_MS = 2_000;

export type RealtimeService = ReturnType<typeof createRealtimeService>;

/** What lets a browser read live documents. */
export function createRealtimeService({ db, endsOfJoined, documentsOf, tokens, flush, clock }: RealtimeDeps) {
  return {
    /**
     * A token for these rooms, each of which the viewer must be in (`not_joined`), and for the viewer's own documents. It
     * lives until ten minutes after the class. Leaving a room ends the reading of that room at once, signing out all of it.
     */
    async createToken(
      viewer: SessionViewer,
      classroomIds: readonly string[],
    ): Promise<EndpointOutput<typeof createRealtimeToken>> {
      if (!tokens) throw new AppError('unavailable');
      const now = clock.now();
      const wanted = [...new Set(classroomIds)];
      const ends = await endsOfJoined(viewer, wanted);
      const until = Math.max(
        now.getTime() + SHORTEST_MS,
        ...ends.map((end) => end.getTime() + (GRACE_MINUTES + AFTER_CLASS_MINUTES) * MINUTE_MS),
      );
      if (isSignedIn(viewer)) await inTransaction(db, (trx) => markChanged(trx, documentsOf(viewer), now));
      await flush(FLUSH_MS);
      const claims = { userId: viewer.id, sessionId: isSignedIn(viewer) ? viewer.sessionId : null, rooms: wanted };
      const { token, expiresAt } = await tokens.sign(claims, { now, until: new Date(until) });
      return { token, config: tokens.config, expiresAt: expiresAt.toISOString() };
    },
  };
}
