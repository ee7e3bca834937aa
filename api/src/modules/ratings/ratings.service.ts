import type { RatedKind, Rating, reportRating, saveRatingBody, ShownKind } from '@manabiba/shared/contract/ratings';
import type * as z from 'zod/mini';

import { countReport } from '../../access/report-limit';
import { personIdOf, type SessionViewer, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import { newId } from '../../platform/ids';
import { withHash } from '../../platform/security/evidence';
import type { Limiter } from '../../platform/security/limiter';
import type { ArchivesService } from '../archives/archives.service';
import type { ClassroomsService } from '../classrooms/classrooms.service';
import type { EventsService } from '../events/events.service';
import { isMinor } from '../users/age';
import { userMapper } from '../users/user-columns';
import type { UsersService } from '../users/users.service';
import { averageOfHost, toRatingAverage } from './rating-average';
import type { RatingRow, RatingsRepository } from './ratings.repository';

interface RatingsDeps {
  db: Db;
  ratings: RatingsRepository;
  classrooms: Pick<ClassroomsService, 'access'>;
  events: Pick<EventsService, 'get'>;
  archives: Pick<ArchivesService, 'get'>;
  users: Pick<UsersService, 'holdActive' | 'isChild'>;
  limiter: Limiter;
  clock: Clock;
}

interface Subject<Kind = RatedKind> {
  ratedKind: Kind;
  ratedId: string;
}

interface ListQuery {
  cursor?: string | undefined;
  limit: number;
  key?: string | undefined;
}

const toAuthor = userMapper('author_');

export type RatingsService = ReturnType<typeof createRatingsService>;

/** What people who attended or watched something say about it. Its host can answer and report, and never choose or delete. */
export function createRatingsService(deps: RatingsDeps) {
  const { db, ratings, classrooms, events, archives, users, limiter, clock } = deps;

  /** Throws `not_found` or `kicked` for what the viewer may not see. */
  async function requireVisible(
    viewer: Viewer,
    { ratedKind: kind, ratedId }: Subject<ShownKind>,
    key?: string,
  ): Promise<void> {
    if (kind === 'classroom') await classrooms.access(viewer, ratedId, { key });
    if (kind === 'event') await events.get(viewer, ratedId);
    if (kind === 'archive') await archives.get(viewer, ratedId);
    if (kind === 'user') await users.isChild(ratedId);
  }

  /** Returns a rating that the viewer may read, or throws `not_found`. */
  async function readable(viewer: Viewer, id: string, key?: string): Promise<RatingRow> {
    const row = await ratings.find(db, id, personIdOf(viewer));
    const isInvolved = row?.host_id === viewer.id || row?.user_id === viewer.id;
    if (!row || !(row.is_public || isInvolved)) throw new AppError('not_found');
    await requireVisible(viewer, { ratedKind: kindOf(row), ratedId: row.subject_id }, key);
    return row;
  }

  async function saved(trx: Trx, viewer: SignedInViewer, id: string): Promise<Rating> {
    const row = await ratings.find(trx, id, viewer.id);
    if (!row) throw new AppError('not_found');
    return toRating(row, viewer, clock.now());
  }

  /** Throws `not_owner` for a rating of what somebody else hosts. */
  async function requireHost(viewer: SignedInViewer, id: string): Promise<RatingRow> {
    const row = await ratings.find(db, id, viewer.id);
    if (!row) throw new AppError('not_found');
    if (row.host_id !== viewer.id) throw new AppError('not_owner');
    return row;
  }

  return {
    /** Returns a page of ratings with the average of all. Users of 12 or under, and of another closed school, have none. */
    async list(viewer: Viewer, subject: Subject<ShownKind>, { cursor, limit, key }: ListQuery) {
      const { ratedKind: kind, ratedId: id } = subject;
      const after = positionOf(cursor);
      const viewerId = personIdOf(viewer);
      await requireVisible(viewer, subject, key);
      const isHidden = kind === 'user' && ((await users.isChild(id)) || (await ratings.isSeparated(id, viewerId)));
      if (isHidden) return { items: [], nextCursor: null, rating: null, isHost: false };
      const [rows, rating, relation] = await Promise.all([
        ratings.list({ kind, id, viewerId, after, limit: limit + 1 }),
        kind === 'user'
          ? ratings.totalsOfHost(id).then(averageOfHost)
          : ratings.totals(id).then((totals) => (totals ? toRatingAverage(totals) : null)),
        kind === 'user' || viewerId === null ? undefined : ratings.findSubject(db, kind, id, viewerId),
      ]);
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.created_micros, id: row.id }));
      const now = clock.now();
      return {
        items: shown.map((row) => toRating(row, viewer, now)),
        nextCursor,
        rating,
        isHost: viewerId !== null && (kind === 'user' ? id : relation?.host_id) === viewerId,
      };
    },

    /** Returns the viewer's own rating, and whether and how they may rate. */
    async mine(viewer: SignedInViewer, subject: Subject) {
      const { ratedKind: kind, ratedId } = subject;
      await requireVisible(viewer, subject);
      const [relation, row, isRemoved] = await Promise.all([
        ratings.findSubject(db, kind, ratedId, viewer.id),
        ratings.findOf(db, viewer.id, ratedId),
        ratings.isRemoved(viewer.id, ratedId),
      ]);
      const now = clock.now();
      return {
        rating: row ? toRating(row, viewer, now) : null,
        canRate:
          relation !== undefined && relation.has_ended && (relation.has_attended || row !== undefined) && !isRemoved,
        canWrite: wordsRefusalOf(viewer) === null,
        isNamed: relation !== undefined && !isMinor(relation.birth_date, now),
        isRemoved,
      };
    },

    /**
     * Saves or changes the viewer's rating. `role_required` for whoever did not attend, or did not watch enough; whoever
     * has rated once may always change it. `conflict` before the end, and after the staff has removed it. Words need
     * the right to write to others.
     */
    async save(viewer: SignedInViewer, subject: Subject, { stars, note = '' }: z.output<typeof saveRatingBody>) {
      const { ratedKind: kind, ratedId } = subject;
      const refusal = note === '' ? null : wordsRefusalOf(viewer);
      if (refusal) throw new AppError(refusal);
      await requireVisible(viewer, subject);
      return inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        const relation = await ratings.findSubject(trx, kind, ratedId, viewer.id);
        if (!relation) throw new AppError('not_found');
        const hasRated = (await ratings.findOf(trx, viewer.id, ratedId)) !== undefined;
        if (!relation.has_attended && !hasRated) throw new AppError('role_required');
        if (!relation.has_ended) throw new AppError('conflict', { sentence: 'レビューは、終了してから書けます。' });
        const now = clock.now();
        const rating = await ratings.save(trx, {
          id: newId('rat'),
          kind,
          subjectId: ratedId,
          hostId: relation.host_id,
          userId: viewer.id,
          stars,
          note,
          isNameless: isMinor(relation.birth_date, now),
          now,
        });
        if (!rating) throw new AppError('conflict', { sentence: 'このレビューは、運営が削除しました。' });
        if (rating.isNew) await publish(trx, 'ratingGiven', { ratingId: rating.id });
        return saved(trx, viewer, rating.id);
      });
    },

    delete: (viewer: SignedInViewer, ratedId: string): Promise<void> =>
      inTransaction(db, (trx) => ratings.delete(trx, viewer.id, ratedId)),

    /** Writes or changes the host's answer. */
    async answer(viewer: SignedInViewer, id: string, body: string): Promise<Rating> {
      const row = await requireHost(viewer, id);
      return inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        if (!(await ratings.answer(trx, id, body, clock.now()))) throw new AppError('not_found');
        if (row.answer === null) await publish(trx, 'ratingAnswered', { ratingId: id });
        return saved(trx, viewer, id);
      });
    },

    async deleteAnswer(viewer: SignedInViewer, id: string): Promise<void> {
      await requireHost(viewer, id);
      await inTransaction(db, (trx) => ratings.answer(trx, id, null, clock.now()));
    },

    /** Removes a rating for the staff. Repeating it changes nothing. */
    removeByStaff: (trx: Trx, id: string): Promise<void> => ratings.remove(trx, id, clock.now()),

    /**
     * Reports a rating to the staff, as it is now. `isNew` is false when the same viewer has reported it before; one's own
     * is `invalid`.
     */
    async report(
      viewer: SessionViewer,
      id: string,
      { reason, detail = '', key }: z.output<(typeof reportRating)['body']>,
    ): Promise<{ isNew: boolean }> {
      const row = await readable(viewer, id, key);
      if (row.user_id === viewer.id)
        throw new AppError('invalid', { fields: { id: '自分のレビューを通報することはできません。' } });
      if (await ratings.hasReported(id, viewer.id)) return { isNew: false };
      await countReport(limiter, viewer);
      await ratings.report({
        id: newId('rep'),
        ratingId: id,
        reporterId: viewer.id,
        reason,
        detail,
        evidence: withHash(ratingEvidence(row)),
        now: clock.now(),
      });
      return { isNew: true };
    },
  };
}

/** What a report of a rating shows, in the order in which it is hashed. */
const ratingEvidence = ({ title, stars, note, answer, user_id: userId, host_id: hostId }: RatingRow) => ({
  title,
  stars: String(stars),
  note,
  answer: answer ?? '',
  userId,
  hostId,
});

/** Returns why the viewer may not write words to others, as for comments. */
function wordsRefusalOf({ canCommunicateAge, isConsentMissing, canSpeak }: SignedInViewer) {
  if (!canCommunicateAge) return 'age_restricted';
  if (isConsentMissing) return 'guardian_required';
  return canSpeak ? null : 'role_required';
}

const kindOf = ({ classroom_id: classroomId, event_id: eventId }: RatingRow): RatedKind =>
  classroomId === null ? (eventId === null ? 'archive' : 'event') : 'classroom';

function toRating(row: RatingRow, viewer: Viewer, now: Date): Rating {
  const isGone = row.author_state === 'withdrawn';
  const isHiddenFromHost = row.host_id === viewer.id && row.is_blocked;
  const isNamed = !row.is_nameless && !isMinor(row.author_birth_date, now) && !row.is_hidden && !isHiddenFromHost;
  return {
    id: row.id,
    kind: kindOf(row),
    ratedId: row.subject_id,
    title: row.title,
    stars: row.stars,
    note: row.note,
    user: isNamed && !isGone ? toAuthor(row, viewer, now) : null,
    // Nothing is revealed of an author without a name: neither their age nor that they have left.
    isGone: isGone && isNamed,
    isMine: row.user_id === viewer.id,
    isBlocked: row.is_blocked,
    isPublic: row.is_public,
    answer:
      row.answer === null || row.answered_at === null
        ? null
        : {
            body: row.answer,
            answeredAt: row.answered_at.toISOString(),
            editedAt: row.answer_edited_at?.toISOString() ?? null,
          },
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
  };
}
