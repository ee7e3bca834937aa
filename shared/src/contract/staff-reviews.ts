import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_STAFF_REASON_LENGTH } from './limits';
import { count, id, iso, text } from './primitives';

const waitingPerson = z.object({
  userId: id,
  nickname: z.string(),
  birthDate: z.iso.date(),
  isProfessional: z.boolean(),
  waitingSince: iso,
  /** How often documents of this person were returned before. */
  returnedCount: count,
  /**
   * The first of the two approvals that the documents of a professional need, while they are the same; null without
   * one.
   */
  firstApproval: z.nullable(z.object({ userId: id, nickname: z.string(), at: iso })),
});
export type WaitingPerson = z.output<typeof waitingPerson>;

export const listIdentityReviews = endpoint({
  name: 'listIdentityReviews',
  isExtension: true,
  method: 'GET',
  path: '/staff/identity_reviews',
  summary: 'Returns the users whose documents wait for a decision, longest wait first, at most 100 of them.',
  access: { session: 'staff', isPolled: true },
  response: z.object({
    items: z.array(waitingPerson),
    waitingCount: count,
    /** Decisions since midnight in Japan. */
    decidedToday: count,
  }),
  errors: [],
  tags: ['Staff'],
});

const identityReview = z.extend(waitingPerson, {
  email: z.nullable(z.string()),
  createdAt: iso,
  organisation: z.nullable(
    z.object({ orgName: z.string(), orgUrl: z.nullable(z.string()), invoiceRegistrationNo: z.nullable(z.string()) }),
  ),
  documents: z.array(z.object({ id, isPdf: z.boolean(), submittedAt: iso })),
  /** The last time that documents were returned, with what the user has read. */
  lastReturn: z.nullable(z.object({ at: iso, reason: z.string() })),
});
export type IdentityReview = z.output<typeof identityReview>;

export const getIdentityReview = endpoint({
  name: 'getIdentityReview',
  isExtension: true,
  method: 'GET',
  path: '/staff/identity_reviews/{userId}',
  summary: 'Returns what a user has entered and which of their documents wait for a decision.',
  access: { session: 'staff' },
  params: z.object({ userId: id }),
  response: identityReview,
  errors: ['not_found'],
});

export const openIdentityDocument = endpoint({
  name: 'openIdentityDocument',
  isExtension: true,
  method: 'POST',
  path: '/staff/identity_documents/{id}/links',
  summary:
    'Returns a signed URL that serves a waiting document once within 60 seconds. Images carry a watermark with who looks. Every call is logged.',
  access: { session: 'staff' },
  params: z.object({ id }),
  response: z.object({ url: z.string(), expiresAt: iso }),
  status: 201,
  errors: ['not_found'],
});

/** The documents that the decision is about: when others are waiting by then, it is `conflict`. */
const documentIds = z.array(id).check(z.minLength(1), z.maxLength(50));

export const approveIdentity = endpoint({
  name: 'approveIdentity',
  isExtension: true,
  method: 'POST',
  path: '/staff/identity_reviews/{userId}/approve',
  summary:
    'Accepts the waiting documents of a user: the account becomes active. Those of a professional need a second member of the staff, whose approval verifies the professional.',
  access: { session: 'staff' },
  params: z.object({ userId: id }),
  body: z.strictObject({ documentIds }),
  response: null,
  errors: ['not_found', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const returnIdentity = endpoint({
  name: 'returnIdentity',
  isExtension: true,
  method: 'POST',
  path: '/staff/identity_reviews/{userId}/return',
  summary: 'Returns the waiting documents of a user with a reason that the user reads.',
  access: { session: 'staff' },
  params: z.object({ userId: id }),
  body: z.strictObject({ documentIds, reason: text({ min: 1, max: MAX_STAFF_REASON_LENGTH }) }),
  response: null,
  errors: ['not_found', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});
