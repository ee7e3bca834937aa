import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_STAFF_REASON_LENGTH } from './limits';
import { count, id, iso, reportFields, text } from './primitives';

/** What a report is about: a comment, question or the board in a classroom, a user's profile, an archive, a rating, a message to those who have a seat, or a series. */
const reportKind = z.enum(['comment', 'question', 'board', 'person', 'archive', 'rating', 'message', 'series']);

const openReport = z.object({
  id,
  kind: reportKind,
  reason: reportFields.reason,
  createdAt: iso,
  /** The name of the classroom, event, archive or series; null when it is gone, and for a user's profile. */
  place: z.nullable(z.string()),
  /** Who is reported; null when that is a visitor, or gone. */
  subject: z.nullable(z.object({ id, nickname: z.string() })),
  /** Whether the reported user or the reporter is under 18. */
  hasMinor: z.boolean(),
});
export type OpenReport = z.output<typeof openReport>;

export const listReports = endpoint({
  name: 'listReports',
  isExtension: true,
  method: 'GET',
  path: '/staff/reports',
  summary:
    'Returns the reports that wait for a decision: those with a user under 18 first, then the oldest; at most 100.',
  access: { session: 'staff', isPolled: true },
  response: z.object({ items: z.array(openReport), openCount: count, minorCount: count }),
  errors: [],
  tags: ['Staff'],
});

const reportDecision = z.enum([
  'dismiss',
  'delete_comment',
  'delete_question',
  'clear_board',
  'delete_rating',
  'delete_message',
  'hide_series',
  'warn',
  'suspend',
]);
export type ReportDecision = z.output<typeof reportDecision>;

/** Somebody in the evidence. The age is that at the time of the call. */
const witness = z.nullable(z.object({ id, nickname: z.string(), age: count }));

const report = z.extend(openReport, {
  /** What the reporter added. */
  detail: z.string(),
  /** Null for a visitor. */
  reporter: z.nullable(z.object({ id, nickname: z.string() })),
  /** The conversation or question as it was when the report came in; empty for other kinds. */
  comments: z.array(
    z.object({
      id,
      author: witness,
      body: z.string(),
      createdAt: iso,
      deletedAt: z.nullable(iso),
      isReported: z.boolean(),
    }),
  ),
  /** Who was in the room then. */
  roster: z.array(z.object({ id, nickname: z.string(), age: count })),
  /** The profile, the archive, the rating, the message or the series as it was then, by the names of its fields; empty for a comment. */
  snapshot: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Address of the picture of the profile as it was then; null without one. */
  picture: z.nullable(z.string()),
  /** Digest of the evidence, and whether it is still the one that was reported; null for kinds that have none. */
  seal: z.nullable(z.object({ digest: z.string(), isIntact: z.boolean() })),
  /** What is known against the reported user; null without one. */
  record: z.nullable(
    z.object({ state: z.string(), age: count, receivedCount: count, upheldCount: count, warnedCount: count }),
  ),
  /** Other open reports of the same comment, question, archive, rating, message or series, which the decision settles too. */
  sameCount: count,
  /** Null while it is open. */
  decision: z.nullable(z.object({ decision: reportDecision, at: iso, who: z.string() })),
});
export type Report = z.output<typeof report>;

export const getReport = endpoint({
  name: 'getReport',
  isExtension: true,
  method: 'GET',
  path: '/staff/reports/{id}',
  summary: 'Returns a report with the evidence that was frozen when it came in.',
  access: { session: 'staff' },
  params: z.object({ id }),
  response: report,
  errors: ['not_found'],
});

export const decideReport = endpoint({
  name: 'decideReport',
  isExtension: true,
  method: 'POST',
  path: '/staff/reports/{id}/decision',
  summary:
    'Settles a report: dismisses it, deletes the comment, question, rating or message, clears the board, hides the series, warns the reported user or suspends them. A warning and a suspension need a reason, which the user reads. The reporter is told that something was done.',
  access: { session: 'staff' },
  params: z.object({ id }),
  body: z.strictObject({
    decision: reportDecision,
    reason: z.optional(text({ min: 1, max: MAX_STAFF_REASON_LENGTH })),
  }),
  response: null,
  errors: ['invalid', 'not_found', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});
