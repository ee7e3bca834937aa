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
const viewer = (state: SignedInViewer['state']): SignedInViewer => ({
  kind: 'adult',
  id: 'usr_1',
  sessionId: 'ses_1',
  role: 'user',
  state,
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
const refusal = (access: Partial<AccessRule>, state: SignedInViewer['state']) =>
  check(
    paying(access),
    { viewer: viewer(state), isRejected: false, expiredSessionId: null },
    { address: '127.0.0.1', ip: '127.0.0.1' },
  )?.code;

it.each([
  ['email_unverified', 'email_unverified'],
  ['documents_required', undefined],
  ['under_review', undefined],
  ['active', undefined],
] as const)('a call that moves money answers users who are %s with %s', (state, expected) => {
  expect(refusal({ needsVerifiedEmail: true }, state)).toBe(expected);
});

it('other calls do not require a verified address', () => {
  expect(refusal({}, 'email_unverified')).toBeUndefined();
});
