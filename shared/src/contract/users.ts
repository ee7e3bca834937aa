import * as z from 'zod/mini';

import { endpoint, openInAnyState } from './endpoint';
import { count, id, iso, ok, reportFields } from './primitives';

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

/** A person as their own page shows them. */
export const userProfile = z.extend(user, {
  /** Classrooms that they hosted or will host; private and cancelled ones do not count. */
  classroomCount: count,
  /** Whether the viewer has blocked them. */
  isBlocked: z.boolean(),
  /** What a professional shows of the organisation; null for everybody else. */
  organisation: z.nullable(z.object({ orgName: z.string(), orgUrl: z.nullable(z.string()), categoryIds: z.array(id) })),
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
  /** A pupil's school and what it lets its pupils do; null for everybody else. */
  partnerSchool: z.nullable(
    z.object({
      name: z.string(),
      policy: z.object({ canCreate: z.boolean(), canSpeak: z.boolean(), classmatesOnly: z.boolean() }),
    }),
  ),
  /**
   * How far a guardian's consent has come; `refused` when it was declined or taken back. Null for people of 18 and over, and
   * for pupils: their school holds it.
   */
  guardianConsent: z.nullable(z.enum(['missing', 'asked', 'given', 'refused'])),
  isSubscribed: z.boolean(),
  willUnsubscribed: z.boolean(),
  subscriptionExpiresAt: z.nullable(iso),
  stripeInvoiceStatus: invoiceStatus,
  unreadNotificationCount: count,
  fromFirebase: z.object({ emailVerified: z.boolean() }),
  resubmitReason: z.nullable(z.string()),
  /** Why staff has suspended the account; null for everybody else. */
  suspendReason: z.nullable(z.string()),
  /** An address that takes the place of `email` once it is verified. */
  pendingEmail: z.nullable(z.string()),
  /** Whom consent was asked of; null for people who need none. */
  guardianEmail: z.nullable(z.string()),
  /** The mail server cannot be reached now: what was sent to the person may take a while. */
  isMailDelayed: z.boolean(),
  /** Whether the account has a password; one of an identity provider has none until it is set. */
  hasPassword: z.boolean(),
  /** What a professional shows of the organisation; null for everybody else. */
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
  /** False when the person's school does not let its pupils create classrooms. */
  canCreateClassroom: z.boolean(),
});
export type AnonymousMe = z.output<typeof anonymousMe>;
export type SignedInMe = z.output<typeof signedInMe>;
export const me = z.discriminatedUnion('role', [anonymousMe, signedInMe]);
export type Me = z.output<typeof me>;

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'The current person. An anonymous session gets its id and the role anonymous.',
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
  summary: "A person's public profile. People of 12 or under show nickname and avatar only.",
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
  summary: 'Reports a person to the staff, with their profile kept as it is now. Repeating it changes nothing.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject(reportFields),
  response: ok,
  errors: ['not_found', 'invalid', 'rate_limited'],
});
