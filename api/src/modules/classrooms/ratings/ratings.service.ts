import type {
  ClassroomRating,
  ClassroomSummary,
  listClassroomRatings,
  rateClassroomBody,
} from '@manabiba/shared/contract/classroom-ratings';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { RATING_DAYS } from '@manabiba/shared/contract/limits';
import { addDays } from 'date-fns';
import type * as z from 'zod/mini';

import { isSignedIn, type SessionViewer, type SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { ADULT_AGE, bornBy } from '../../users/age';
import type { UsersService } from '../../users/users.service';
import type { Place } from '../room/room-row';
import { requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import type { RatingsRepository } from './ratings.repository';

interface RatingsDeps {
  db: Db;
  ratings: RatingsRepository;
  rooms: RoomsRepository;
  users: UsersService;
  clock: Clock;
}

export type RatingsService = ReturnType<typeof createRatingsService>;

/** What is left of a class after it has ended: what it was for an attendee, and what the attendees say to its host. */
export function createRatingsService({ db, ratings, rooms, users, clock }: RatingsDeps) {
  return {
    /** Returns what an ended class was for somebody who attended it. */
    async summary(viewer: SessionViewer, classroomId: string): Promise<ClassroomSummary> {
      const { room, me } = requireAttended(await rooms.find(classroomId, viewer.id));
      const isHost = me.role === 'host';
      const until = ratableUntil(room);
      const isPerson = isSignedIn(viewer) && !isHost;
      const [attendeeCount, recording, attendedInARow, rating] = await Promise.all([
        ratings.countAttendees(classroomId),
        ratings.recordingOf(classroomId),
        isPerson && room.event_id === null ? ratings.countInARow(classroomId, viewer.id) : null,
        isPerson ? ratings.find(classroomId, viewer.id) : undefined,
      ]);
      return {
        role: me.role,
        secondsPresent: me.seconds_present,
        attendedInARow,
        attendeeCount,
        recording,
        ratingUntil: isPerson && clock.now() < until ? until.toISOString() : null,
        rating: rating ? toRating(rating) : null,
      };
    },

    /** Saves or changes the rating of an attendee. Throws `conflict` before the end and when it is too late. */
    rate(
      viewer: SignedInViewer,
      classroomId: string,
      { stars, note = '' }: z.output<typeof rateClassroomBody>,
    ): Promise<ClassroomRating> {
      return inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        const { room, me } = requireAttended(await rooms.place(trx, classroomId, viewer.id));
        if (me.role === 'host') throw new AppError('role_required');
        const now = clock.now();
        if (now >= ratableUntil(room))
          throw new AppError('conflict', { sentence: `感想を送れるのは、終了から${RATING_DAYS}日間です。` });
        await ratings.save(trx, { classroomId, userId: viewer.id, stars, note, now });
        return toRating({ stars, note, updated_at: now });
      });
    },

    /** Returns the ratings of a class to its host. */
    async list(viewer: SignedInViewer, classroomId: string): Promise<EndpointOutput<typeof listClassroomRatings>> {
      const { access } = requireRoom(await rooms.find(classroomId, viewer.id));
      if (access.myRole !== 'host') throw new AppError('not_owner');
      const rows = await ratings.list(classroomId, { minorsBornAfter: bornBy(ADULT_AGE, clock.now()) });
      return {
        average: rows.length === 0 ? null : averageOf(rows),
        items: rows.map((row) => ({ ...toRating(row), nickname: row.nickname })),
      };
    },
  };
}

/** Throws `role_required` for a viewer who was never in the room, and `conflict` while the class has not ended. */
function requireAttended(found: Place | undefined): Place & { me: NonNullable<Place['me']> } {
  const place = requireRoom(found);
  const { room, me } = place;
  if (!me?.joined_at) throw new AppError('role_required');
  if (room.state !== 'ended') throw new AppError('conflict', { sentence: 'この教室は、まだ終了していません。' });
  return { ...place, me };
}

const ratableUntil = ({ ended_at: endedAt, end_at: endAt }: Place['room']) => addDays(endedAt ?? endAt, RATING_DAYS);

const averageOf = (rows: readonly { stars: number }[]) =>
  Math.round((rows.reduce((sum, { stars }) => sum + stars, 0) / rows.length) * 100) / 100;

const toRating = ({ stars, note, updated_at: ratedAt }: { stars: number; note: string; updated_at: Date }) => ({
  stars,
  note,
  ratedAt: ratedAt.toISOString(),
});
