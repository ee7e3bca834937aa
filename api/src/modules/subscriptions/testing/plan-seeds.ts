import { millisecondsInDay } from 'date-fns/constants';
import fc from 'fast-check';

import type { Seeds } from '../../../testing/schema-arbitrary';
import type { PayingApp } from '../../../testing/start-paying-app';
import { createAppleSigner } from '../app-stores/testing/apple-signer';
import { startGooglePlayServer } from '../app-stores/testing/google-play-server';
import { fillPlans } from '../plans/first-plans';

const BUNDLE = 'jp.manabiba.app';

/** Starts the tests' own app stores and builds the requests with which subscription calls succeed. */
export async function startPlanSeeds() {
  const apple = await createAppleSigner();
  const google = await startGooglePlayServer(BUNDLE);
  const receipt = await apple.sign({
    bundleId: BUNDLE,
    environment: 'Sandbox',
    originalTransactionId: '2000000123',
    transactionId: '2000000123',
    productId: 'standard.monthly',
    type: 'Auto-Renewable Subscription',
    purchaseDate: Date.now(),
    originalPurchaseDate: Date.now(),
    signedDate: Date.now(),
    expiresDate: Date.now() + 30 * millisecondsInDay,
  });
  const seeds: Seeds = {
    planId: fc.constantFrom('plan_standard', 'plan_standard_year'),
    platform: fc.constant('ios'),
    receipt: fc.constant(receipt),
    trialDays: fc.constantFrom(0, 14),
  };

  return {
    env: {
      APPLE_BUNDLE_ID: BUNDLE,
      APPLE_ENVIRONMENT: 'sandbox',
      APPLE_ROOT_CERTIFICATES: apple.root,
      GOOGLE_PLAY_PACKAGE: BUNDLE,
      GOOGLE_PLAY_SERVICE_ACCOUNT: google.account,
      GOOGLE_PLAY_API_URL: google.url,
    },

    /** Subscribes some users to a plan paid here. Returns what others need to subscribe. */
    async subscribe(api: PayingApp): Promise<Seeds> {
      await fillPlans(api.pool);
      const newCard = async () =>
        (
          await api.stripe.paymentMethods.create({
            type: 'card',
            card: { number: '4242424242424242', exp_month: 9, exp_year: 2039, cvc: '123' },
          })
        ).id;
      for (const caller of ['adult', 'student'] as const) {
        const answer = await api
          .as(caller)
          .post('/me/subscriptions', { planId: 'plan_standard', paymentMethodId: await newCard(), trialDays: 0 });
        expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      }
      const cards = [await newCard(), await newCard(), await newCard()] as const;
      return { ...seeds, paymentMethodId: fc.constantFrom(...cards) };
    },

    close: () => google.close(),
  };
}
