import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import type { SignedInMe } from '@manabiba/shared/contract/users';

import { startTestApp, type TestApp } from '../testing/start-test-app';

/*
 * What each account state permits, listed here independently and checked against every endpoint: a new call is refused
 * to users who are suspended, withdrawn or must resubmit documents unless it is listed here.
 */
type Name = keyof typeof contract;
type State = SignedInMe['state'];

const endpoints: EndpointDefinition[] = Object.values(contract);

/** Signing in and out, for everyone. The links of guardians, guests and mails work for whoever holds them. */
const authCalls: Name[] = [
  'signIn',
  'signInPartnerSchool',
  'startSchoolSignIn',
  'finishSchoolSignIn',
  'signInWithProvider',
  'createPasskeySignInChallenge',
  'signInWithPasskey',
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
  'issueGuestReceipt',
  'getPurchaseRequest',
  'answerPurchaseRequest',
  'getTeamInvitation',
  'declineTeamInvitation',
  'getSeatOffer',
  'declineSeatOffer',
  'getMailSubscription',
  'unsubscribeMail',
  'resubscribeMail',
];
/** Calls that no signed-in user makes: refused before the state is checked. */
const signUps: Name[] = [
  'signUp',
  'signUpProfessional',
  'signUpPartnerSchool',
  'signInAnonymous',
  'signUpWithProvider',
  'signUpProfessionalWithProvider',
  'checkSchoolCodes',
];

/** What binds a user is readable in any state. */
const terms: Name[] = ['listTermsVersions', 'getTermsVersion'];

/** Calls that require a verified address: those about money, and adding a way to sign in or to receive data. */
const verified: Name[] = [
  'createPaymentIntent',
  'createSeriesPaymentIntent',
  'createSeatTransfer',
  'requestPurchaseConsent',
  'createAppSubscription',
  'createSubscription',
  'createPasskeyChallenge',
  'createPasskey',
  'enrolSecondFactor',
  'createApiKey',
];

const allowed: Partial<Record<State, Name[]>> = {
  email_unverified: endpoints.map(({ name }) => name as Name).filter((name) => !verified.includes(name)),
  suspended: [...authCalls, ...terms, 'getMe', 'createDataExport'],
  withdrawn: [...authCalls, ...terms, 'getMe', 'restoreAccount'],
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
    'listPasskeys',
    'createPasskeyChallenge',
    'createPasskey',
    'renamePasskey',
    'deletePasskey',
    'getSecondFactor',
    'enrolSecondFactor',
    'confirmSecondFactor',
    'renewRecoveryCodes',
    'deleteSecondFactor',
    'listApiKeys',
    'deleteApiKey',
    'requestGuardianConsent',
    'listNotifications',
    'readNotification',
    'getNotification',
    'listNotificationGroup',
    'readAllNotifications',
    'openNotification',
    'explainNotification',
    'getNotificationSettings',
    'updateNotificationSettings',
    'muteFromNotification',
    'deleteNotificationMute',
    'listPushSubscriptions',
    'createPushSubscription',
    'deletePushSubscription',
    'testPushSubscription',
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

/** Sends a call about a non-existent target, so that nothing changes, and returns whether the state refused it. */
async function isRefusedByState(endpoint: EndpointDefinition): Promise<boolean> {
  await api.db.updateTable('sessions').set({ revoked_at: null }).execute();
  await api.db.deleteFrom('rate_limits').execute();
  const { statusCode, body } = await api.app.inject({
    method: endpoint.method,
    url: `/v1${endpoint.path.replaceAll(/\{\w+\}/g, 'x')}`,
    headers: { authorization: `Bearer ${api.tokens.otherStudent}` },
  });
  expect(statusCode).not.toBe(500);
  const refusals = ['suspended', 'need_resubmit', 'email_unverified'];
  return statusCode === 403 && refusals.includes((JSON.parse(body) as { code: string }).code);
}

it.each(states)(
  '%s may make the listed calls and no others',
  async (state) => {
    await api.db
      .updateTable('users')
      .set({
        state,
        withdrawn_at: state === 'withdrawn' ? api.clock.now() : null,
        email_verified_at: state === 'email_unverified' ? null : api.clock.now(),
      })
      .where('id', '=', api.people.otherStudent)
      .execute();
    const names = allowed[state];
    const refused: string[] = [];
    // Calls that their kind of user may never make are refused for that reason.
    const asked = endpoints.filter(
      ({ access }) => access.session !== 'staff' && (state !== 'need_resubmit' || !access.refuses?.student),
    );
    for (const endpoint of asked) {
      // Restoring the account would change the state for all later calls.
      if (state === 'withdrawn' && endpoint.name === 'restoreAccount') continue;
      if (await isRefusedByState(endpoint)) refused.push(endpoint.name);
    }
    expect(refused).toEqual(names ? asked.map(({ name }) => name).filter((name) => !names.includes(name as Name)) : []);
    const answer = await api.as('otherStudent').post('/classrooms/x/comments', { body: 'あ' });
    expect(answer.body.code).toBe(refusal[state] ?? 'not_found');
  },
  60_000,
);

it('a withdrawn user can restore the account with all its rights', async () => {
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

it.each([
  ['suspended', 403, 'suspended'],
  ['need_resubmit', 403, 'need_resubmit'],
  ['active', 200, undefined],
] as const)('staff who are %s get %i for calls of the staff', async (state, status, code) => {
  await api.db.updateTable('users').set({ state }).where('id', '=', api.people.staff).execute();
  const answer = await api.as('staff').get('/staff/notifications');
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

it('a suspended user cannot lift the suspension', async () => {
  expect(await api.as('suspended').post('/me/restore')).toMatchObject({ status: 403, body: { code: 'suspended' } });
});
