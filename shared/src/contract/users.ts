import * as z from 'zod/mini';

import { endpoint, openInAnyState } from './endpoint';
import { count, id, iso, ok, reportFields } from './primitives';
import { ratingAverage } from './rating-average';

export const user = z.object({
  id,
  nickname: z.string(),
  avatarUrl: z.nullable(z.string()),
  introduction: z.string(),
  job: z.string(),
  isProfessional: z.boolean(),
  followerCount: count,
  followingCount: count,
  isFollowed: z.boolean(),
  canBeFollowed: z.boolean(),
  createdAt: iso,
});
export type User = z.output<typeof user>;

/** A user as shown on their profile. */
export const userProfile = z.extend(user, {
  /** Classrooms that they hosted or will host, not counting private and cancelled ones. */
  classroomCount: count,
  /** Whether the viewer has blocked them. */
  isBlocked: z.boolean(),
  /** The public details of a professional's organisation; null for all other users. */
  organisation: z.nullable(z.object({ orgName: z.string(), orgUrl: z.nullable(z.string()), categoryIds: z.array(id) })),
  /** Of everything public that they have hosted. */
  rating: ratingAverage,
});
export type UserProfile = z.output<typeof userProfile>;

export const userState = z.enum([
  'email_unverified',
  'documents_required',
  'under_review',
  'need_resubmit',
  'active',
  'suspended',
  'withdrawn',
]);
export const invoiceStatus = z.nullable(z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']));

export const anonymousMe = z.object({ role: z.literal('anonymous'), id });
export const signedInMe = z.extend(user, {
  role: z.enum(['user', 'professional', 'staff']),
  email: z.nullable(z.string()),
  state: userState,
  isStudentAge: z.boolean(),
  canCommunicateAge: z.boolean(),
  isPartnerSchoolStudent: z.boolean(),
  partnerSchoolId: z.nullable(id),
  /** A pupil's school and its policies; null for all other users. */
  partnerSchool: z.nullable(
    z.object({
      name: z.string(),
      policy: z.object({ canCreate: z.boolean(), canSpeak: z.boolean(), classmatesOnly: z.boolean() }),
    }),
  ),
  /**
   * The state of a guardian's consent; `refused` when it was declined or withdrawn. Null for users aged 18 and over,
   * and for pupils, whose school holds it.
   */
  guardianConsent: z.nullable(z.enum(['missing', 'asked', 'given', 'refused'])),
  isSubscribed: z.boolean(),
  willUnsubscribed: z.boolean(),
  subscriptionExpiresAt: z.nullable(iso),
  stripeInvoiceStatus: invoiceStatus,
  unreadNotificationCount: count,
  fromFirebase: z.object({ emailVerified: z.boolean() }),
  resubmitReason: z.nullable(z.string()),
  /** Why staff suspended the account; null for all other users. */
  suspendReason: z.nullable(z.string()),
  /** An address that replaces `email` once it is verified. */
  pendingEmail: z.nullable(z.string()),
  /** The guardian that consent was requested from; null for users who need none. */
  guardianEmail: z.nullable(z.string()),
  /** The mail server is unreachable: mails to the user may take a while. */
  isMailDelayed: z.boolean(),
  /** Whether the account has a password; one from an identity provider has none until it is set. */
  hasPassword: z.boolean(),
  /** The public details of a professional's organisation; null for all other users. */
  organisation: z.nullable(
    z.object({
      orgName: z.string(),
      orgUrl: z.nullable(z.string()),
      invoiceRegistrationNo: z.nullable(z.string()),
      categoryIds: z.array(id),
      verifiedAt: z.nullable(iso),
    }),
  ),
  guardianConsentNeeded: z.boolean(),
  /** False when the user's school does not let its pupils create classrooms. */
  canCreateClassroom: z.boolean(),
  /** Whether they are in the team of another user's event. Absent in the answer of an older api. */
  isEventMember: z._default(z.boolean(), false),
});
export type AnonymousMe = z.output<typeof anonymousMe>;
export type SignedInMe = z.output<typeof signedInMe>;
export const me = z.discriminatedUnion('role', [anonymousMe, signedInMe]);
export type Me = z.output<typeof me>;

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'Returns the current user. An anonymous session gets its id and the role anonymous.',
  access: openInAnyState,
  response: me,
  errors: ['unauthenticated'],
  tags: ['Auth', 'User'],
  maxRetries: 0,
});

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/users/{id}',
  summary: 'Returns the public profile of a user. Users aged 12 or under show nickname and avatar only.',
  access: { session: 'public' },
  params: z.object({ id }),
  response: userProfile,
  errors: ['not_found'],
  tags: ['User'],
});

export const reportUser = endpoint({
  name: 'reportUser',
  isExtension: true,
  method: 'POST',
  path: '/users/{id}/report',
  summary: 'Reports a user to the staff, with a snapshot of their profile. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject(reportFields),
  response: ok,
  errors: ['not_found', 'invalid', 'rate_limited'],
});
