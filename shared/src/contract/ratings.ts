import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_RATING_ANSWER_LENGTH, MAX_RATING_NOTE_LENGTH, MAX_STARS } from './limits';
import { id, iso, ok, page, pageQuery, reportFields, text } from './primitives';
import { ratingAverage } from './rating-average';
import { user } from './users';

/** What is rated. The room of an event is rated as its event. */
export const ratedKind = z.enum(['classroom', 'event', 'archive']);
export type RatedKind = z.output<typeof ratedKind>;
/** What has ratings to show: a person has those of everything that they have hosted. */
const shownKind = z.enum(['classroom', 'event', 'archive', 'user']);
export type ShownKind = z.output<typeof shownKind>;

const ratedParams = z.object({ ratedKind, ratedId: id });
const ratingParams = z.object({ ratingId: id });
/** The key of a private classroom. */
const key = z.optional(z.string().check(z.maxLength(64)));

const starsSentence = `星を1から${MAX_STARS}で選んでください。`;
const stars = z
  .int({ error: starsSentence })
  .check(z.minimum(1, { error: starsSentence }), z.maximum(MAX_STARS, { error: starsSentence }));

export const saveRatingBody = z.strictObject({ stars, note: z.optional(text({ max: MAX_RATING_NOTE_LENGTH })) });

export const rating = z.object({
  id,
  /** What it is about. */
  kind: ratedKind,
  ratedId: id,
  title: z.string(),
  stars: z.int(),
  /** Empty when there are stars alone. */
  note: z.string(),
  /**
   * Null for whoever was under 18 when they wrote it, for whoever has blocked the viewer, for the host where the two have
   * blocked each other, and for whoever has left the service.
   */
  user: z.nullable(user),
  /** The author has left the service: shown as 退会したユーザー. Others without a name are 受講者. */
  isGone: z.boolean(),
  isMine: z.boolean(),
  /** Whether the viewer has blocked the author. */
  isBlocked: z.boolean(),
  /** False for a rating from before ratings were shown to everybody, which only its author and the host get. */
  isPublic: z.boolean(),
  /** The one answer of the host. */
  answer: z.nullable(z.object({ body: z.string(), answeredAt: iso, editedAt: z.nullable(iso) })),
  createdAt: iso,
  editedAt: z.nullable(iso),
});
export type Rating = z.output<typeof rating>;

export const listRatings = endpoint({
  name: 'listRatings',
  isExtension: true,
  method: 'GET',
  path: '/ratings/{ratedKind}/{ratedId}',
  summary:
    'Returns the ratings of a class, an event or an archive, or of everything that a user has hosted, the latest first, with their average. Whoever was under 18 has no name.',
  access: { session: 'public' },
  params: z.object({ ratedKind: shownKind, ratedId: id }),
  query: z.object({ ...pageQuery, key }),
  response: z.extend(page(rating), {
    rating: ratingAverage,
    /** The viewer is the host: they may answer. */
    isHost: z.boolean(),
  }),
  errors: ['not_found', 'kicked'],
  tags: ['Rating'],
});

export const getMyRating = endpoint({
  name: 'getMyRating',
  isExtension: true,
  method: 'GET',
  path: '/ratings/{ratedKind}/{ratedId}/mine',
  summary:
    "Returns the caller's rating, and whether they may rate: those who attended, or watched enough of an archive.",
  access: { session: 'person' },
  params: ratedParams,
  response: z.object({
    rating: z.nullable(rating),
    canRate: z.boolean(),
    /** Whether the rating may have words: pupils and children who may not write to others give stars alone. */
    canWrite: z.boolean(),
    /** Whether the rating shows the caller's name. */
    isNamed: z.boolean(),
    /** The staff has removed the caller's rating; there will be no other. */
    isRemoved: z.boolean(),
  }),
  errors: ['not_found', 'kicked'],
  tags: ['Rating'],
});

export const saveRating = endpoint({
  name: 'saveRating',
  isExtension: true,
  method: 'PUT',
  path: '/ratings/{ratedKind}/{ratedId}/mine',
  summary:
    'Rates an ended class or event, or an archive, with one to five stars and optional words, for everybody to read. Only for those who attended, or watched enough; repeating the call changes the rating.',
  access: { session: 'person' },
  params: ratedParams,
  body: saveRatingBody,
  response: rating,
  errors: ['not_found', 'kicked', 'role_required', 'age_restricted', 'guardian_required', 'suspended', 'conflict'],
  invalidates: ['Rating'],
});

export const deleteRating = endpoint({
  name: 'deleteRating',
  isExtension: true,
  method: 'DELETE',
  path: '/ratings/{ratedKind}/{ratedId}/mine',
  summary: "Deletes the caller's rating, with its answer. Repeating the call changes nothing.",
  access: { session: 'person' },
  params: ratedParams,
  response: null,
  errors: [],
  invalidates: ['Rating'],
});

export const answerRating = endpoint({
  name: 'answerRating',
  isExtension: true,
  method: 'PUT',
  path: '/ratings/{ratingId}/answer',
  summary:
    'Answers a rating of something that the caller hosts, once, for everybody to read; repeating it changes the answer.',
  access: { session: 'person', refuses: { child: 'age_restricted' }, needsConsent: true },
  params: ratingParams,
  body: z.strictObject({
    body: text({
      min: 1,
      max: MAX_RATING_ANSWER_LENGTH,
      empty: '返信を入力してください。',
      tooLong: `返信は${MAX_RATING_ANSWER_LENGTH}文字以内で入力してください。`,
    }),
  }),
  response: rating,
  errors: ['not_found', 'not_owner', 'suspended'],
  invalidates: ['Rating'],
});

export const deleteRatingAnswer = endpoint({
  name: 'deleteRatingAnswer',
  isExtension: true,
  method: 'DELETE',
  path: '/ratings/{ratingId}/answer',
  summary: "Deletes the caller's answer to a rating. Repeating the call changes nothing.",
  access: { session: 'person' },
  params: ratingParams,
  response: null,
  errors: ['not_found', 'not_owner'],
  invalidates: ['Rating'],
});

export const reportRating = endpoint({
  name: 'reportRating',
  isExtension: true,
  method: 'POST',
  path: '/ratings/{ratingId}/report',
  summary: 'Reports a rating with its answer to the staff, as they are now. Repeating the call changes nothing.',
  access: { session: 'visitor' },
  params: ratingParams,
  body: z.strictObject({ ...reportFields, key }),
  response: ok,
  status: 201,
  errors: ['not_found', 'kicked', 'invalid', 'rate_limited'],
});
