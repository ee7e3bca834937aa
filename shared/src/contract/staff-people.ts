import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_SEARCH_LENGTH } from './limits';
import { count, id, iso, line } from './primitives';
import { staffReason } from './staff-reason';

const foundPerson = z.object({
  userId: id,
  nickname: z.string(),
  email: z.nullable(z.string()),
  role: z.string(),
  state: z.string(),
  age: count,
  createdAt: iso,
  /** Name of the partner school; null without one. */
  school: z.nullable(z.string()),
});
export type FoundPerson = z.output<typeof foundPerson>;

export const searchPeople = endpoint({
  name: 'searchPeople',
  isExtension: true,
  method: 'GET',
  path: '/staff/people',
  summary:
    'Finds users by id, student code or code of a partner school, by any part of their nickname or by the beginning of their e-mail address; at most 50.',
  access: { session: 'staff' },
  query: z.object({ q: line({ min: 1, max: MAX_SEARCH_LENGTH }) }),
  response: z.object({ items: z.array(foundPerson), hasMore: z.boolean() }),
  errors: [],
  tags: ['Staff'],
});

/** Mails that the staff can send to a user again. */
const personMail = z.enum(['verification', 'guardian_consent', 'documents_returned', 'password_reset']);
export type PersonMail = z.output<typeof personMail>;

const personRecord = z.extend(foundPerson, {
  /** Why the user is suspended; null unless they are. */
  suspendReason: z.nullable(z.string()),
  guardian: z.nullable(z.object({ email: z.string(), consentedAt: z.nullable(iso) })),
  /** Until when a plan is paid; null without one. */
  planUntil: z.nullable(iso),
  followerCount: count,
  /** Devices that are signed in. */
  sessionCount: count,
  /** The live room that they are in now. */
  room: z.nullable(z.object({ id, name: z.string() })),
  reports: z.object({ received: count, upheld: count, made: count }),
  /** The mails that can be sent to the user now, and what became of the last one of each. */
  mails: z.array(
    z.object({
      mail: personMail,
      /** The address that it goes to. */
      to: z.string(),
      /** Null when none was sent lately, and always of a password reset, which is looked up when it is sent. */
      last: z.nullable(z.object({ at: iso, state: z.enum(['queued', 'sent', 'failed']) })),
    }),
  ),
  /** The last five tickets. */
  tickets: z.array(z.object({ title: z.string(), state: z.string(), amount: count, at: iso })),
  /** The last twenty actions of the staff, newest first. */
  history: z.array(z.object({ id: z.int(), at: iso, who: z.string(), action: z.string(), detail: z.string() })),
});
export type PersonRecord = z.output<typeof personRecord>;

const ofPerson = { access: { session: 'staff' }, params: z.object({ userId: id }) } as const;
const withReason = {
  ...ofPerson,
  isExtension: true,
  method: 'POST',
  body: z.strictObject({ reason: staffReason }),
  response: null,
  invalidates: ['Staff'],
  idempotencyKey: true,
} as const;

export const getPersonRecord = endpoint({
  ...ofPerson,
  name: 'getPersonRecord',
  isExtension: true,
  method: 'GET',
  path: '/staff/people/{userId}',
  summary: 'Returns what the staff needs to know of a user.',
  response: personRecord,
  errors: ['not_found'],
  tags: ['Staff'],
});

export const suspendPerson = endpoint({
  ...withReason,
  name: 'suspendPerson',
  path: '/staff/people/{userId}/suspension',
  summary: 'Suspends a user at once, with a reason that they read: they leave every room, and their classrooms end.',
  errors: ['invalid', 'not_found', 'conflict'],
});

export const reinstatePerson = endpoint({
  ...withReason,
  name: 'reinstatePerson',
  path: '/staff/people/{userId}/reinstatement',
  summary: 'Lifts the suspension of a user and restores their previous state.',
  errors: ['not_found', 'conflict'],
});

export const signOutPerson = endpoint({
  ...withReason,
  name: 'signOutPerson',
  path: '/staff/people/{userId}/sign_out',
  summary: 'Ends all sessions of a user. The reason stays in the log.',
  errors: ['not_found'],
});

export const withdrawPersonConsent = endpoint({
  ...withReason,
  name: 'withdrawPersonConsent',
  path: '/staff/people/{userId}/consent_withdrawal',
  summary: "Takes a guardian's consent back when the guardian asks for it other than by the link in the mail.",
  errors: ['not_found', 'conflict'],
});

export const sendPersonMail = endpoint({
  ...withReason,
  name: 'sendPersonMail',
  path: '/staff/people/{userId}/mails',
  summary: 'Sends a user or their guardian a mail again. One that has no purpose any more is `conflict`.',
  body: z.strictObject({ mail: personMail, reason: staffReason }),
  errors: ['not_found', 'conflict', 'rate_limited'],
});
