import type { AccessRule, EndpointDefinition } from '@manabiba/shared/contract/endpoint';

import { createAccessCheck } from './access-rule';
import { createMemoryLimiter } from './memory-limiter';
import type { SignedInViewer } from './viewer';

const check = createAccessCheck({
  closureMode: 'notice',
  reads: createMemoryLimiter({ readsPerMinute: 1000, visitorReadsPerMinute: 1000 }),
  staff: { isSecondFactorRequired: false, mayCallFrom: () => true, now: () => new Date() },
});
const paying = (access: Partial<AccessRule>): EndpointDefinition => ({
  name: 'pay',
  method: 'POST',
  path: '/pay',
  summary: '',
  access: { session: 'person', ...access },
  response: null,
  errors: [],
});
const viewer = (state: SignedInViewer['state'], isEmailUnverified: boolean): SignedInViewer => ({
  kind: 'adult',
  id: 'usr_1',
  sessionId: 'ses_1',
  role: 'user',
  state,
  isEmailUnverified,
  isProfessional: false,
  isStudentAge: false,
  canCommunicateAge: true,
  partnerSchoolId: null,
  isConsentMissing: false,
  canCreate: true,
  canSpeak: true,
  isAmongClassmates: false,
  staffSession: null,
  communicateMinAge: 13,
});
const refusal = (access: Partial<AccessRule>, state: SignedInViewer['state'], isEmailUnverified: boolean) =>
  check(
    paying(access),
    { viewer: viewer(state, isEmailUnverified), isRejected: false, expiredSessionId: null },
    { address: '127.0.0.1', ip: '127.0.0.1' },
  )?.code;

it.each([
  ['email_unverified', true, 'email_unverified'],
  // Professionals begin with their documents, whether or not their address is verified.
  ['documents_required', true, 'email_unverified'],
  ['active', true, 'email_unverified'],
  ['documents_required', false, undefined],
  ['under_review', false, undefined],
  ['active', false, undefined],
] as const)(
  'a call that moves money answers users who are %s, unverified: %s, with %s',
  (state, isUnverified, expected) => {
    expect(refusal({ needsVerifiedEmail: true }, state, isUnverified)).toBe(expected);
  },
);

it('other calls do not require a verified address', () => {
  expect(refusal({}, 'email_unverified', true)).toBeUndefined();
});
