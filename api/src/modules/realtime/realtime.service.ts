import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { GRACE_MINUTES } from '@manabiba/shared/contract/limits';
import type { createRealtimeToken } from '@manabiba/shared/contract/realtime';

import { isSignedIn, type SessionViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { JoinService } from '../classrooms/room/join.service';
import type { RealtimeRepository } from './realtime.repository';
import type { RealtimeTokens } from './realtime-token';

interface RealtimeDeps {
  people: RealtimeRepository;
  joining: JoinService;
  /** Null when there are no live documents to read. */
  tokens: RealtimeTokens | null;
  /** Waits until what was committed is in the documents, at most so long (ms). */
  flush: (atMostMs: number) => Promise<void>;
  clock: Clock;
}

const MINUTE_MS = 60_000;
/** A token outlives the class by so much, in minutes. */
const AFTER_CLASS_MINUTES = 10;
/** The life of a token without a class, in milliseconds. */
const SHORTEST_MS = 60 * MINUTE_MS;
/** Whoever gets a token can use it at once: their documents are written first. */
const FLUSH_MS = 2_000;

export type RealtimeService = ReturnType<typeof createRealtimeService>;

/** What lets a browser read live documents. */
export function createRealtimeService({ people, joining, tokens, flush, clock }: RealtimeDeps) {
  return {
    /**
     * A token for these rooms, each of which the viewer is in (`not_joined`), and for the viewer's own person. It lives
     * until ten minutes after the class; leaving a room or being put out of it ends its reading at once, and signing out all of it.
     */
    async createToken(
      viewer: SessionViewer,
      classroomIds: readonly string[],
    ): Promise<EndpointOutput<typeof createRealtimeToken>> {
      if (!tokens) throw new AppError('unavailable');
      const now = clock.now();
      const wanted = [...new Set(classroomIds)];
      const ends = await joining.endsOfJoined(viewer, wanted);
      const until = Math.max(
        now.getTime() + SHORTEST_MS,
        ...ends.map((end) => end.getTime() + (GRACE_MINUTES + AFTER_CLASS_MINUTES) * MINUTE_MS),
      );
      if (isSignedIn(viewer)) await people.preparePerson(viewer, now);
      await flush(FLUSH_MS);
      const claims = { userId: viewer.id, sessionId: isSignedIn(viewer) ? viewer.sessionId : null, rooms: wanted };
      const { token, expiresAt } = await tokens.sign(claims, { now, until: new Date(until) });
      return { token, config: tokens.config, expiresAt: expiresAt.toISOString() };
    },
  };
}
