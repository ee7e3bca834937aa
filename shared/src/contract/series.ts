import * as z from 'zod/mini';

import { classroom } from './classrooms';
import { endpoint } from './endpoint';
import {
  MAX_CERTIFICATE_NAME_LENGTH,
  MAX_CLASSROOM_DESCRIPTION_LENGTH,
  MAX_CLASSROOM_NAME_LENGTH,
  MAX_SERIES_DATES,
  MAX_SERIES_DISCOUNT_PERCENT,
} from './limits';
import { count, id, iso, line, ok, page, pageQuery, reportFields, text, yen } from './primitives';
import { seriesRoles } from './team-rights';
import { taxRate } from './tickets';
import { user } from './users';

const seriesTitle = line({
  min: 1,
  max: MAX_CLASSROOM_NAME_LENGTH,
  empty: 'タイトルを入力してください。',
  tooLong: `タイトルは${MAX_CLASSROOM_NAME_LENGTH}文字以内で入力してください。`,
});
const seriesDescription = text({
  max: MAX_CLASSROOM_DESCRIPTION_LENGTH,
  tooLong: `説明は${MAX_CLASSROOM_DESCRIPTION_LENGTH}文字以内で入力してください。`,
});
const seriesTexts = {
  title: seriesTitle,
  description: z.optional(seriesDescription),
  categoryId: z
    .string({ error: 'カテゴリーを選択してください。' })
    .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'カテゴリーを選択してください。' })),
};
const notPercent = `割引は0から${MAX_SERIES_DISCOUNT_PERCENT}までの整数で入力してください。`;
const seriesDiscount = {
  /** What whoever buys several paid dates at once pays less, in percent; 0 for nothing. */
  discountPercent: z.optional(
    z
      .int({ error: notPercent })
      .check(z.minimum(0, { error: notPercent }), z.maximum(MAX_SERIES_DISCOUNT_PERCENT, { error: notPercent })),
  ),
};
/** Classes, and events by their rooms. */
const classroomIds = z
  .array(id)
  .check(z.maxLength(MAX_SERIES_DATES, { error: `連続講座は${MAX_SERIES_DATES}回までです。` }));

export const createSeriesBody = z.strictObject({
  ...seriesTexts,
  ...seriesDiscount,
  classroomIds: z.optional(classroomIds),
});
export const updateSeriesBody = z.partial(z.strictObject({ ...seriesTexts, ...seriesDiscount }));

/** The general ticket of a paid event, as far as several dates can be bought at once. */
const seriesTicket = z.object({
  eventId: id,
  ticketTypeId: id,
  name: z.string(),
  price: yen,
  taxRate,
  /** `taken`: the viewer has a seat in the event. `applying`: they wait for one, or pay for another ticket. */
  state: z.enum(['on_sale', 'not_open', 'sold_out', 'ended', 'taken', 'applying']),
});
export type SeriesTicket = z.output<typeof seriesTicket>;

const seriesDate = z.object({
  /** Counted by the start; null for a cancelled one. */
  number: z.nullable(count),
  /** The class, or the room of the event. */
  classroom,
  /** The cheapest one; null for a class, and for an event without one. Absent in the answer of an older api. */
  ticket: z._default(z.nullable(seriesTicket), null),
  /** What the viewer did with it; null for nothing, and without a session. */
  progress: z.nullable(z.enum(['attended', 'watched'])),
  /** It was added after the viewer had reserved all dates. */
  isLater: z.boolean(),
});
export type SeriesDate = z.output<typeof seriesDate>;

/** What the viewer may do with a series: its host everything, a member of the team what the roles allow. */
const seriesAccess = z.object({ isOwner: z.boolean(), roles: z.array(z.enum(seriesRoles)) });

const seriesDetail = z.object({
  id,
  title: z.string(),
  description: z.string(),
  categoryId: id,
  /** Off the tickets of several dates bought at once. Absent in the answer of an older api. */
  discountPercent: z._default(count, 0),
  host: user,
  isHost: z.boolean(),
  /** Null for whoever is not in the team. */
  myAccess: z.nullable(seriesAccess),
  /** Hidden by the staff: only its host and team find it. */
  isHidden: z.boolean(),
  endedAt: z.nullable(iso),
  createdAt: iso,
  updatedAt: iso,
  /** By their start. */
  dates: z.array(seriesDate),
  /** Of the viewer, over all dates but cancelled ones; null without a session, and for its host. */
  progress: z.nullable(
    z.object({
      doneCount: count,
      dateCount: count,
      /** Whether all dates are over and enough of them are done. */
      isComplete: z.boolean(),
      /** The code of the viewer's certificate; null until it is issued. */
      certificateCode: z.nullable(id),
    }),
  ),
});
export type SeriesDetail = z.output<typeof seriesDetail>;

const summary = {
  id,
  title: z.string(),
  dateCount: count,
  /** Dates that are over. */
  endedCount: count,
  /** Whether one is on now. */
  isLive: z.boolean(),
  /** When the next one, or the one that is on, starts; null without one. */
  nextStartAt: z.nullable(iso),
  endedAt: z.nullable(iso),
};

/** A series as lists show it to everybody. */
export const listedSeries = z.object({ ...summary, host: user });
export type ListedSeries = z.output<typeof listedSeries>;

const ownSeries = z.object({ ...summary, myAccess: seriesAccess });
export type OwnSeries = z.output<typeof ownSeries>;

export const listMySeries = endpoint({
  name: 'listMySeries',
  isExtension: true,
  method: 'GET',
  path: '/me/series',
  summary: 'Returns the series that the user hosts or helps with, the latest first.',
  access: { session: 'person' },
  query: z.object(pageQuery),
  response: page(ownSeries),
  errors: [],
  tags: ['Classroom'],
});

export const createSeries = endpoint({
  name: 'createSeries',
  isExtension: true,
  method: 'POST',
  path: '/series',
  summary: 'Creates a series, of some of the own classes and events or without any yet.',
  access: { session: 'person', refuses: { child: 'age_restricted' }, needsConsent: true, closes: true },
  body: createSeriesBody,
  response: z.object({ id }),
  status: 201,
  errors: ['role_required', 'suspended', 'invalid'],
  invalidates: ['Classroom'],
  maxRetries: 0,
  idempotencyKey: true,
});

export const getSeries = endpoint({
  name: 'getSeries',
  isExtension: true,
  method: 'GET',
  path: '/series/{id}',
  summary: 'Returns a series with its dates, and how far the caller has come in it.',
  access: { session: 'public' },
  params: z.object({ id }),
  response: seriesDetail,
  errors: ['not_found'],
  tags: ['Classroom'],
});

export const updateSeries = endpoint({
  name: 'updateSeries',
  isExtension: true,
  method: 'PATCH',
  path: '/series/{id}',
  summary:
    'Changes the texts of a series, and its discount for purchases from then on. For its host, and for members of its team with the role `edit`, who cannot change the discount.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: updateSeriesBody,
  response: null,
  errors: ['not_found', 'not_owner', 'role_required', 'suspended', 'invalid'],
  invalidates: ['Classroom'],
});

export const endSeries = endpoint({
  name: 'endSeries',
  isExtension: true,
  method: 'POST',
  path: '/series/{id}/end',
  summary:
    'Ends a series, for its host: no date can be added any more, and classes that have not begun are cancelled. Events stay, with their tickets. Repeating the call cancels what is left.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: null,
  errors: ['not_found', 'kicked', 'not_owner', 'role_required', 'conflict', 'ended'],
  invalidates: ['Classroom'],
});

export const addSeriesDates = endpoint({
  name: 'addSeriesDates',
  isExtension: true,
  method: 'POST',
  path: '/series/{id}/dates',
  summary:
    'Adds public classes and published events of its host to a series, all or none. For the host, and for members with the role `edit`. Each belongs to one series at most; repeating the call changes nothing.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject({ classroomIds: classroomIds.check(z.minLength(1, { error: '教室を選んでください。' })) }),
  response: null,
  errors: ['not_found', 'not_owner', 'role_required', 'suspended', 'ended', 'invalid'],
  invalidates: ['Classroom'],
});

export const removeSeriesDate = endpoint({
  name: 'removeSeriesDate',
  isExtension: true,
  method: 'DELETE',
  path: '/series/{id}/dates/{classroomId}',
  summary:
    'Takes a class or an event out of a series, for its host and members with the role `edit`. It stays, with its reservations and tickets.',
  access: { session: 'person' },
  params: z.object({ id, classroomId: id }),
  response: null,
  errors: ['not_found', 'not_owner', 'role_required'],
  invalidates: ['Classroom'],
});

const reservationOutcome = z.enum([
  'reserved',
  /** Reserved before. */
  'already',
  'full',
  /** Can be entered without a reservation. */
  'live',
  'audience_restricted',
  'kicked',
  /** Over or cancelled by now. */
  'ended',
  'not_found',
]);
export type ReservationOutcome = z.output<typeof reservationOutcome>;

export const reserveSeries = endpoint({
  name: 'reserveSeries',
  isExtension: true,
  method: 'POST',
  path: '/series/{id}/reservations',
  summary:
    'Reserves a seat in every class that is not over, each by the rules of createReservation, and says what happened to each.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: z.object({ dates: z.array(z.object({ classroomId: id, outcome: reservationOutcome })) }),
  errors: ['not_found', 'kicked', 'audience_restricted', 'suspended', 'full', 'conflict', 'ended'],
  invalidates: ['Classroom'],
});

export const cancelSeriesReservations = endpoint({
  name: 'cancelSeriesReservations',
  isExtension: true,
  method: 'DELETE',
  path: '/series/{id}/reservations',
  summary: "Cancels the caller's reservations of classes that have not begun. Repeating the call changes nothing.",
  access: { session: 'person' },
  params: z.object({ id }),
  response: z.object({ cancelledCount: count }),
  errors: ['not_found', 'kicked', 'conflict'],
  invalidates: ['Classroom'],
});

const certificateName = line({
  min: 1,
  max: MAX_CERTIFICATE_NAME_LENGTH,
  empty: '修了証に載せる名前を入力してください。',
  tooLong: `名前は${MAX_CERTIFICATE_NAME_LENGTH}文字以内で入力してください。`,
});

const certificate = z.object({
  code: id,
  name: z.string(),
  seriesId: id,
  seriesTitle: z.string(),
  hostName: z.string(),
  doneCount: count,
  dateCount: count,
  /** When the last date ended. */
  completedAt: iso,
  issuedAt: iso,
});
export type Certificate = z.output<typeof certificate>;

export const issueCertificate = endpoint({
  name: 'issueCertificate',
  isExtension: true,
  method: 'POST',
  path: '/series/{id}/certificate',
  summary:
    'Issues the certificate of a series to somebody who attended or watched enough of its dates, after the last one. It is issued once and does not change.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject({ name: certificateName }),
  response: certificate,
  status: 201,
  errors: ['not_found', 'suspended', 'role_required', 'not_open', 'already'],
  invalidates: ['Classroom'],
  idempotencyKey: true,
});

export const getCertificate = endpoint({
  name: 'getCertificate',
  isExtension: true,
  method: 'GET',
  path: '/certificates/{certificateToken}',
  summary: 'Returns what a certificate says, to whoever has its code. Gone with the account of its owner.',
  access: { session: 'public' },
  params: z.object({ certificateToken: id }),
  secretParams: ['certificateToken'],
  response: certificate,
  errors: ['not_found'],
});

export const reportSeries = endpoint({
  name: 'reportSeries',
  isExtension: true,
  method: 'POST',
  path: '/series/{id}/report',
  summary: 'Reports a series to the staff, with its texts as they are. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject(reportFields),
  response: ok,
  errors: ['not_found', 'invalid', 'rate_limited'],
});
