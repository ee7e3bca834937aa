import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { GRACE_MINUTES } from '@manabiba/shared/contract/limits';
import type { createRealtimeToken } from '@manabiba/shared/contract/realtime';
import { addMilliseconds, addMinutes, max } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';

import { isSignedIn, type SessionViewer, type SignedInViewer } from '../../access/viewer';
import { notOffered } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { type ChangedDocument, markChanged } from './live-outbox';
import type { RealtimeTokens } from './realtime-token';

interface RealtimeDeps {
  db: Db;
  /** Returns the ends of the rooms that the viewer is in; rejects with `not_joined` for any other. */
  endsOfJoined: (viewer: SessionViewer, roomIds: readonly string[]) => Promise<Date[]>;
  /** The documents outside of rooms that a person reads. */
  documentsOf: (viewer: SignedInViewer) => readonly ChangedDocument[];
  /** Null when live documents are not configured. */
  tokens: RealtimeTokens | null;
  /** Waits until all commits are in the documents, at most for this many milliseconds. */
  flush: (atMostMs: number) => Promise<void>;
  clock: Clock;
}

/** Validity of a token after the end of the classroom, in minutes. */
const AFTER_CLASS_MINUTES = 10;
/** Lifetime of a token without a classroom, in milliseconds. */
const SHORTEST_MS = millisecondsInHour;
/** Longest wait for the documents to be written before the token is returned, in milliseconds. */
const FLUSH_MS = 2_000;

export type RealtimeService = ReturnType<typeof createRealtimeService>;

/** Issues tokens with which browsers read live documents. */
export function createRealtimeService({ db, endsOfJoined, documentsOf, tokens, flush, clock }: RealtimeDeps) {
  return {
    /**
     * Issues a token for the given rooms, each of which the viewer must be in (`not_joined`), and for the viewer's own
     * documents. It is valid until ten minutes after the classroom. Leaving a room revokes access to it at once;
     * signing out revokes all access.
     */
    async createToken(
      viewer: SessionViewer,
      classroomIds: readonly string[],
    ): Promise<EndpointOutput<typeof createRealtimeToken>> {
      if (!tokens) throw notOffered();
      const now = clock.now();
      const wanted = [...new Set(classroomIds)];
      const ends = await endsOfJoined(viewer, wanted);
      const until = max([
        addMilliseconds(now, SHORTEST_MS),
        ...ends.map((end) => addMinutes(end, GRACE_MINUTES + AFTER_CLASS_MINUTES)),
      ]);
      if (isSignedIn(viewer)) await inTransaction(db, (trx) => markChanged(trx, documentsOf(viewer), now));
      await flush(FLUSH_MS);
      const claims = { userId: viewer.id, sessionId: isSignedIn(viewer) ? viewer.sessionId : null, rooms: wanted };
      const { token, expiresAt } = await tokens.sign(claims, { now, until });
      return { token, config: tokens.config, expiresAt: expiresAt.toISOString() };
    },
  };
}
