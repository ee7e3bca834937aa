import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import type { SignedInMe } from '@manabiba/shared/contract/users';

import { startTestApp, type TestApp } from '../testing/start-test-app';

/*
 * What each state of an account may do, written down here once more and held against every call that there is: a new
 * call is refused to people who are suspended, have left or have to hand in documents again, unless it is named here.
 */
type Name = keyof typeof contract;
type State = SignedInMe['state'];

const endpoints: EndpointDefinition[] = Object.values(contract);

/** Getting in and out, for whoever it is. The links of guardians and guests are for whoever holds them. */
const authCalls: Name[] = [
  'signIn',
  'signInPartnerSchool',
  'signInWithProvider',
  'refreshToken',
  'requestPasswordReset',
  'resetPassword',
  'verifyEmail',
  'signOut',
  'getGuardianConsent',
  'giveGuardianConsent',
  'withdrawGuardianConsent',
  'getPasswordReset',
  'getGuestTicket',
  'cancelGuestTicket',
  'getPurchaseRequest',
  'answerPurchaseRequest',
];
/** Nothing that somebody signed in does: refused before the state is looked at. */
const signUps: Name[] = [
  'signUp',
  'signUpProfessional',
  'signUpPartnerSchool',
  'signInAnonymous',
  'signUpWithProvider',
  'signUpProfessionalWithProvider',
  'checkSchoolCodes',
];

const allowed: Partial<Record<State, Name[]>> = {
  suspended: [...authCalls, 'getMe', 'createDataExport'],
  withdrawn: [...authCalls, 'getMe', 'restoreAccount'],
  need_resubmit: [
    ...authCalls,
    ...signUps,
    'getMe',
    'updateMe',
    'deleteMe',
    'createUpload',
    'putUpload',
    'createDataExport',
    'resendEmailVerification',
    'listSessions',
    'revokeSession',
    'requestGuardianConsent',
    'listNotifications',
    'readNotification',
    'getNotification',
    'recordAnalytics',
    ...endpoints
      .filter(({ method, access }) => method === 'GET' && access.session === 'public')
      .map(({ name }) => name as Name),
  ],
};
const refusal: Partial<Record<State, string>> = {
  suspended: 'suspended',
  withdrawn: 'suspended',
  need_resubmit: 'need_resubmit',
};
const states: State[] = [
  'email_unverified',
  'documents_required',
  'under_review',
  'need_resubmit',
  'active',
  'suspended',
  'withdrawn',
];

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** Sends a call that is about nothing, so that it changes nothing, and says whether the state stood against it. */
async function isRefusedByState(endpoint: EndpointDefinition): Promise<boolean> {
  await api.db.updateTable('sessions').set({ revoked_at: null }).execute();
  await api.db.deleteFrom('rate_limits').execute();
  const { statusCode, body } = await api.app.inject({
    method: endpoint.method,
    url: `/v1${endpoint.path.replaceAll(/\{\w+\}/g, 'x')}`,
    headers: { authorization: `Bearer ${api.tokens.otherStudent}` },
  });
  expect(statusCode).not.toBe(500);
  return statusCode === 403 && ['suspended', 'need_resubmit'].includes((JSON.parse(body) as { code: string }).code);
}

it.each(states)(
  '%s may do what the list says, and nothing else',
  async (state) => {
    await api.db
      .updateTable('users')
      .set({ state, withdrawn_at: state === 'withdrawn' ? api.clock.now() : null })
      .where('id', '=', api.people.otherStudent)
      .execute();
    const names = allowed[state];
    const refused: string[] = [];
    // What their kind of person may never do is refused for that reason.
    const asked = endpoints.filter(({ access }) => state !== 'need_resubmit' || !access.refuses?.student);
    for (const endpoint of asked) {
      // Coming back once would change the state for all that follow.
      if (state === 'withdrawn' && endpoint.name === 'restoreAccount') continue;
      if (await isRefusedByState(endpoint)) refused.push(endpoint.name);
    }
    expect(refused).toEqual(names ? asked.map(({ name }) => name).filter((name) => !names.includes(name as Name)) : []);
    const answer = await api.as('otherStudent').post('/classrooms/x/comments', { body: 'あ' });
    expect(answer.body.code).toBe(refusal[state] ?? 'not_found');
  },
  60_000,
);

it('somebody who has left comes back, and may do again what they could', async () => {
  await api.db
    .updateTable('users')
    .set({ state: 'withdrawn', state_before: 'under_review', withdrawn_at: api.clock.now() })
    .where('id', '=', api.people.otherStudent)
    .execute();
  expect(await api.as('otherStudent').post('/me/restore')).toMatchObject({
    status: 200,
    body: { state: 'under_review' },
  });
  expect((await api.as('otherStudent').get('/me/following')).status).toBe(200);
});

it('somebody suspended comes back by nothing of their own', async () => {
  expect(await api.as('suspended').post('/me/restore')).toMatchObject({ status: 403, body: { code: 'suspended' } });
});
