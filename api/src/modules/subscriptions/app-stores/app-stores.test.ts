import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';

import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { fillPlans } from '../plans/first-plans';
import { type AppleSigner, createAppleSigner } from './testing/apple-signer';
import { type GooglePlayServer, startGooglePlayServer } from './testing/google-play-server';

const BUNDLE = 'jp.manabiba.app';
const start = new Date();

let api: TestApp;
let apple: AppleSigner;
let google: GooglePlayServer;

beforeAll(async () => {
  apple = await createAppleSigner();
  google = await startGooglePlayServer(BUNDLE);
  api = await startTestApp({
    now: start,
    env: {
      APPLE_BUNDLE_ID: BUNDLE,
      APPLE_ENVIRONMENT: 'sandbox',
      APPLE_ROOT_CERTIFICATES: apple.root,
      GOOGLE_PLAY_PACKAGE: BUNDLE,
      GOOGLE_PLAY_SERVICE_ACCOUNT: google.account,
      GOOGLE_PLAY_API_URL: google.url,
    },
  });
  await fillPlans(api.pool);
});
afterAll(async () => {
  await api.close();
  await google.close();
});
/** Advances by a number of days and signs everyone in again. */
async function pass(days: number): Promise<void> {
  api.clock.advance(days * millisecondsInDay + 3 * millisecondsInHour);
  await api.signInAgain();
  await api.runJobs();
}
beforeEach(async () => {
  google.isDown = false;
  api.clock.set(start);
  await api.signInAgain();
  await api.db.deleteFrom('subscriptions').execute();
  await api.db.updateTable('users').set({ is_subscribed: false }).where('id', '<>', api.people.subscriber).execute();
});

type Caller = Parameters<TestApp['as']>[0];
const after = (days: number) => api.clock.now().getTime() + days * millisecondsInDay;
const transaction = (given: object = {}) => ({
  bundleId: BUNDLE,
  environment: 'Sandbox',
  originalTransactionId: '2000000123',
  transactionId: '2000000123',
  productId: 'standard.monthly',
  type: 'Auto-Renewable Subscription',
  purchaseDate: after(0),
  originalPurchaseDate: after(0),
  signedDate: Date.now(),
  expiresDate: after(30),
  ...given,
});
const buyOnApple = async (caller: Caller, given: object = {}) =>
  api.as(caller).post('/me/app_subscription', { platform: 'ios', receipt: await apple.sign(transaction(given)) });

const purchase = (days: number, given: object = {}) => ({
  startTime: new Date(after(0)).toISOString(),
  subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
  acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
  lineItems: [
    {
      productId: 'standard.monthly',
      expiryTime: new Date(after(days)).toISOString(),
      autoRenewingPlan: { autoRenewEnabled: true },
    },
  ],
  ...given,
});
const buyOnGoogle = (caller: Caller, receipt: string) =>
  api.as(caller).post('/me/app_subscription', { platform: 'android', receipt });
const me = async (caller: Caller) => {
  const { isSubscribed, willUnsubscribed, subscriptionExpiresAt } = (await api.as(caller).get('/me')).body;
  return { isSubscribed, willUnsubscribed, subscriptionExpiresAt };
};

describe('the App Store', () => {
  it('subscribes the user with a signed transaction until it expires', async () => {
    const { status, body } = await buyOnApple('adult');
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({
      provider: 'app_store',
      planId: 'plan_standard',
      state: 'active',
      nextPayment: { amount: null },
      manageUrl: 'https://apps.apple.com/account/subscriptions',
    });
    expect(await me('adult')).toMatchObject({
      isSubscribed: true,
      subscriptionExpiresAt: new Date(after(30)).toISOString(),
    });
  });

  it('starts a trial while the introductory offer lasts', async () => {
    const { body } = await buyOnApple('adult', { offerType: 1, expiresDate: after(14) });
    expect(body.subscription).toMatchObject({ state: 'trialing', trialEndsAt: new Date(after(14)).toISOString() });
  });

  it('renews with a newer receipt and ignores an older one', async () => {
    await buyOnApple('adult');
    expect((await buyOnApple('adult', { expiresDate: after(60) })).body.subscription.currentPeriodEnd).toBe(
      new Date(after(60)).toISOString(),
    );
    expect((await buyOnApple('adult')).body.subscription.currentPeriodEnd).toBe(new Date(after(60)).toISOString());
    expect(await api.db.selectFrom('subscriptions').select('id').execute()).toHaveLength(1);
  });

  it('ends without a renewal and restarts with the next receipt', async () => {
    await buyOnApple('adult', { expiresDate: after(30) });
    await pass(30);
    expect(await me('adult')).toMatchObject({ isSubscribed: false, subscriptionExpiresAt: null });
    expect((await api.as('adult').get('/me/subscription')).body.subscription).toMatchObject({
      state: 'cancelled',
      endReason: 'expired',
    });
    await buyOnApple('adult', { expiresDate: after(30) });
    expect(await me('adult')).toMatchObject({ isSubscribed: true });
  });

  it('ends when Apple refunds the purchase', async () => {
    await buyOnApple('adult');
    await buyOnApple('adult', { revocationDate: after(0) });
    expect(await me('adult')).toMatchObject({ isSubscribed: false });
  });

  it('rejects the receipt of another user with 409', async () => {
    await buyOnApple('adult');
    expect(await buyOnApple('otherAdult')).toMatchObject({ status: 409, body: { code: 'already' } });
    expect(await me('otherAdult')).toMatchObject({ isSubscribed: false });
  });

  it.each([
    ['of another app', { bundleId: 'jp.other.app' }],
    ['of another environment', { environment: 'Production' }],
    ['that has expired', { expiresDate: start.getTime() - millisecondsInDay }],
    ['for something other than a subscription', { expiresDate: undefined }],
  ])('rejects a receipt %s', async (_which, given) => {
    expect(await buyOnApple('adult', given)).toMatchObject({
      status: 422,
      body: { error: '購入情報を確認できませんでした。' },
    });
  });

  it('rejects a receipt that Apple has not signed', async () => {
    const stranger = await createAppleSigner();
    for (const receipt of [await stranger.sign(transaction()), 'not.a.receipt', 'x'])
      expect(await api.as('adult').post('/me/app_subscription', { platform: 'ios', receipt })).toMatchObject({
        status: 422,
      });
  });

  it('answers 404 for an unknown product', async () => {
    expect(await buyOnApple('adult', { productId: 'other.monthly' })).toMatchObject({ status: 404 });
  });

  it('rejects changes and cancellation with 409 and the management URL of the store', async () => {
    await buyOnApple('adult');
    for (const answer of [
      await api.as('adult').delete('/me/subscriptions'),
      await api.as('adult').patch('/me/subscriptions', { resume: true }),
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'conflict', fields: { manageUrl: 'https://apps.apple.com/account/subscriptions' } },
      });
  });
});

describe('Google Play', () => {
  it('subscribes the user with a purchase token and acknowledges the purchase', async () => {
    google.purchases.set('token-1', purchase(30));
    const { status, body } = await buyOnGoogle('adult', 'token-1');
    expect([status, body.subscription.provider, body.subscription.state]).toEqual([200, 'google_play', 'active']);
    expect(google.acknowledged).toEqual(['standard.monthly token-1']);
    expect(await me('adult')).toMatchObject({ isSubscribed: true, willUnsubscribed: false });
  });

  it('shows a subscription cancelled in the store as ending with the period', async () => {
    google.purchases.set(
      'token-2',
      purchase(30, {
        subscriptionState: 'SUBSCRIPTION_STATE_CANCELED',
        lineItems: [{ productId: 'standard.monthly', expiryTime: new Date(after(30)).toISOString() }],
      }),
    );
    expect((await buyOnGoogle('adult', 'token-2')).body.subscription).toMatchObject({
      state: 'will_cancel',
      willUnsubscribed: true,
      nextPayment: null,
    });
  });

  it('queries the store for a renewal at the end of the period', async () => {
    google.purchases.set('token-3', purchase(30));
    await buyOnGoogle('adult', 'token-3');
    google.purchases.set('token-3', purchase(60));
    await pass(30);
    expect(await me('adult')).toMatchObject({ isSubscribed: true });
    google.purchases.set('token-3', purchase(-1, { subscriptionState: 'SUBSCRIPTION_STATE_EXPIRED' }));
    await pass(60);
    expect(await me('adult')).toMatchObject({ isSubscribed: false });
  });

  it('rejects the purchase of another user with 409 and an unknown one with 422', async () => {
    google.purchases.set('token-4', purchase(30));
    await buyOnGoogle('adult', 'token-4');
    expect(await buyOnGoogle('otherAdult', 'token-4')).toMatchObject({ status: 409, body: { code: 'already' } });
    expect(await buyOnGoogle('otherAdult', 'token-9')).toMatchObject({ status: 422 });
  });

  it('answers 503 while the store is down and accepts the purchase later', async () => {
    google.purchases.set('token-5', purchase(30));
    google.isDown = true;
    expect(await buyOnGoogle('adult', 'token-5')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    google.isDown = false;
    expect(await buyOnGoogle('adult', 'token-5')).toMatchObject({ status: 200 });
  });
});

it('rejects a second subscription from another store', async () => {
  google.purchases.set('token-6', purchase(30));
  await buyOnApple('adult');
  expect(await buyOnGoogle('adult', 'token-6')).toMatchObject({ status: 409, body: { code: 'already' } });
});

it('answers 503 when the stores are not configured', async () => {
  const plain = await startTestApp();
  try {
    for (const platform of ['ios', 'android'])
      expect(await plain.as('adult').post('/me/app_subscription', { platform, receipt: 'any' })).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      });
  } finally {
    await plain.close();
  }
});
