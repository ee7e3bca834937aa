import { randomBytes } from 'node:crypto';

import type { SignedInMe } from '@manabiba/shared/contract/users';
import type { PrefetchedAnswers } from '@manabiba/shared/navigation/initial-queries';

/** A user for whom the gate renders pages. All their data contains a mark that nothing else contains. */
export interface SampleUser {
  mark: string;
  me: SignedInMe;
  /** The answers as this user would get them, with the mark in every text. */
  answersFor(answers: PrefetchedAnswers): PrefetchedAnswers;
}

/** Creates a fictional user, so that no check depends on the users of an installation. */
export function createSampleUser(): SampleUser {
  const mark = `mark${randomBytes(8).toString('hex')}`;
  return {
    mark,
    me: {
      id: `usr_${mark}`,
      nickname: `なまえ${mark}`,
      email: `${mark}@example.test`,
      introduction: `自己紹介${mark}`,
      job: `仕事${mark}`,
      ...UNMARKED,
    },
    answersFor: (answers) => ({
      ...answers,
      calls: answers.calls.map((call) => ({ ...call, answer: withMark(call.answer, mark) })),
    }),
  };
}

const UNMARKED = {
  avatarUrl: null,
  isProfessional: false,
  followerCount: 0,
  followingCount: 0,
  isFollowed: false,
  canBeFollowed: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  role: 'user',
  state: 'active',
  isStudentAge: false,
  canCommunicateAge: true,
  isPartnerSchoolStudent: false,
  partnerSchoolId: null,
  partnerSchool: null,
  guardianConsent: null,
  isSubscribed: false,
  willUnsubscribed: false,
  subscriptionExpiresAt: null,
  stripeInvoiceStatus: null,
  unreadNotificationCount: 0,
  fromFirebase: { emailVerified: true },
  resubmitReason: null,
  suspendReason: null,
  pendingEmail: null,
  guardianEmail: null,
  isMailDelayed: false,
  hasPassword: true,
  organisation: null,
  guardianConsentNeeded: false,
  canCreateClassroom: true,
  isEventMember: false,
} as const satisfies Partial<SignedInMe>;

/** Visible text is Japanese. ASCII text may be an id, an address, a time or the name of a state. */
const IS_TEXT = /[^\p{ASCII}]/u;

function withMark(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return IS_TEXT.test(value) ? value + mark : value;
  if (Array.isArray(value)) return value.map((item) => withMark(item, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withMark(item, mark)]));
}
