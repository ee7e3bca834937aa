import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { foldCode } from '@manabiba/shared/contract/fold-code';
import type { createSubscription } from '@manabiba/shared/contract/plans';
import { addMilliseconds } from 'date-fns';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { AppError, notOffered } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { Jobs } from '../../platform/jobs/jobs';
import { isRepeatable } from '../../platform/stripe/stripe-client';
import { isMinor } from '../users/age';
import type { LockedPerson, UsersService } from '../users/users.service';
import type { Applied, ApplySubscriptionService } from './apply-subscription.service';
import type { CardsService } from './cards.service';
import type { PlanRow } from './plans/plans.repository';
import type { PlansService } from './plans/plans.service';
import type { Card, ProviderSubscription } from './provider/provider-subscription';
import type { SubscriptionProvider } from './provider/subscription-provider';
import { INCOMPLETE_MS, SHORT_TRIAL_DAYS } from './subscription-row';
import type { SubscriptionRow, SubscriptionsRepository } from './subscriptions.repository';
import type { TrialService } from './trial.service';

interface SubscribeDeps {
  db: Db;
  subscriptions: SubscriptionsRepository;
  provider: SubscriptionProvider | null;
  plans: PlansService;
  trial: TrialService;
  cards: CardsService;
  apply: ApplySubscriptionService;
  users: UsersService;
  jobs: Jobs;
  clock: Clock;
  /** Converts a row to the subscription that the user sees. */
  show: (row: SubscriptionRow) => Promise<EndpointOutput<typeof createSubscription>['subscription']>;
}

type Choice = z.output<typeof createSubscription.body>;

interface SubscribeAttempt {
  person: LockedPerson;
  row: SubscriptionRow;
  /** An earlier call created this attempt. */
  isResumed: boolean;
  /** The choice differs, so the earlier attempt is cancelled first. */
  isOther: boolean;
}

export type SubscribeService = ReturnType<typeof createSubscribeService>;

/**
 * Subscribes a user: records the attempt with its trial and coupon, calls the provider, then applies its answer. After
 * an interruption at any step a repeated call resumes from there: it sends the provider the same idempotency keys.
 */
export function createSubscribeService(deps: SubscribeDeps) {
  const { db, subscriptions, plans, trial, cards, apply, users, jobs, clock } = deps;

  function reachable(): SubscriptionProvider {
    if (!deps.provider) throw notOffered();
    return deps.provider;
  }

  /** Checks whether the viewer may take the plan. Returns the pending attempt, if any. */
  async function check(trx: Trx, viewer: SignedInViewer, planId: string) {
    const person = await users.lock(trx, viewer.id);
    const live = await subscriptions.lockLive(trx, viewer.id);
    if (live ? live.state !== 'incomplete' : person.is_subscribed) throw new AppError('already');
    if (isMinor(person.birth_date, clock.now()) && person.guardian_consent_at === null)
      throw new AppError('guardian_required');
    return { person, live, plan: await plans.getFor(planId, viewer, trx) };
  }

  async function begin(trx: Trx, viewer: SignedInViewer, choice: Choice, card: Card): Promise<SubscribeAttempt> {
    const { person, live, plan } = await check(trx, viewer, choice.planId);
    if (live) {
      const isSame =
        live.plan_id === plan.id &&
        live.payment_method_id === card.id &&
        live.coupon_code === (choice.couponCode === undefined ? null : foldCode(choice.couponCode));
      return { person, row: live, isResumed: true, isOther: !isSame };
    }
    return { person, row: await writeDown(trx, person, plan, choice, card), isResumed: false, isOther: false };
  }

  async function writeDown(trx: Trx, person: LockedPerson, plan: PlanRow, choice: Choice, card: Card) {
    const now = clock.now();
    const id = newId('sub');
    const settleAt = addMilliseconds(now, INCOMPLETE_MS);
    const row = await subscriptions.insert(trx, {
      id,
      user_id: person.id,
      plan_id: plan.id,
      provider: 'stripe',
      state: 'incomplete',
      payment_method_id: card.id,
      started_at: now,
      current_period_end: now,
      settle_at: settleAt,
      created_at: now,
    });
    const { days, couponCode } = await trial.claim(trx, {
      userId: person.id,
      subscriptionId: id,
      plan,
      couponCode: choice.couponCode,
      fingerprint: card.fingerprint,
      confirmedDays: choice.trialDays,
    });
    await jobs.enqueue(trx, 'settle-subscription', { subscriptionId: id }, settleAt);
    // For such a short trial the first mail already announces its end.
    const trialMailAt = days <= SHORT_TRIAL_DAYS ? now : null;
    return subscriptions.update(trx, row.id, { trial_days: days, coupon_code: couponCode, trial_mail_at: trialMailAt });
  }

  /** Creates the subscription at the provider, or finds the one created before. */
  async function makeAtProvider(
    provider: SubscriptionProvider,
    started: SubscribeAttempt,
    card: Card,
  ): Promise<ProviderSubscription> {
    const { person, row, isResumed } = started;
    if (row.provider_subscription_id !== null) return provider.retrieve(row.provider_subscription_id);
    const priceId = await plans.priceOf(await plans.get(row.plan_id), provider);
    const { id: userId, nickname: name, email } = person;
    const customerId = await cards.customerOf(provider, { userId, name, email });
    const before = isResumed ? await provider.findSubscription(customerId, row.id) : null;
    if (before) return before;
    await cards.use(provider, customerId, card);
    const made = await provider.createSubscription({
      subscriptionId: row.id,
      customerId,
      priceId,
      paymentMethodId: card.id,
      trialDays: row.trial_days,
    });
    if (!made) throw new AppError('card_declined');
    return made;
  }

  /** Links what was created at the provider when its answer was lost. */
  async function adopt(provider: SubscriptionProvider, row: SubscriptionRow): Promise<void> {
    const customerId = await cards.customerIdOf(row.user_id);
    const found = customerId === null ? null : await provider.findSubscription(customerId, row.id);
    if (found)
      await inTransaction(db, (trx) => subscriptions.update(trx, row.id, { provider_subscription_id: found.id }));
  }

  /** Rolls back an attempt: trial and coupon can be used again. */
  async function undo(id: string): Promise<void> {
    await inTransaction(db, async (trx) => {
      const found = await subscriptions.find(id, trx);
      if (!found) return;
      const person = await users.lock(trx, found.user_id);
      const row = await subscriptions.lock(trx, id);
      if (row?.state !== 'incomplete') return;
      await trial.giveBack(trx, id, row.coupon_code);
      await apply.change(trx, person, row, { state: 'cancelled', ended_at: clock.now(), end_reason: 'declined' });
    });
  }

  /** Cancels an attempt at the provider too. Throws `already` when it was paid meanwhile. */
  async function abandon(id: string): Promise<void> {
    const applied = await apply.refresh(id);
    if (!applied) return;
    if (applied.row.state !== 'incomplete' && applied.row.state !== 'cancelled') throw new AppError('already');
    if (applied.row.provider_subscription_id !== null && applied.row.state === 'incomplete') {
      await reachable().cancelNow(applied.row.provider_subscription_id);
      await apply.refresh(id);
    }
    await undo(id);
  }

  /** Builds the answer for the browser. */
  async function answerTo({ row, answer }: Applied): Promise<EndpointOutput<typeof createSubscription>> {
    const subscription = await deps.show(row);
    if (row.state !== 'incomplete' || answer?.step !== 'action_required') return { subscription };
    const clientSecret =
      answer.subscription.status === 'incomplete'
        ? answer.subscription.invoice?.clientSecret
        : answer.subscription.setupSecret;
    return clientSecret ? { subscription, clientSecret } : { subscription };
  }

  return {
    /** Expires an abandoned attempt. One that was paid meanwhile continues. */
    async expire(id: string): Promise<void> {
      const row = await subscriptions.find(id);
      if (!row) return;
      if (row.provider_subscription_id === null && deps.provider) await adopt(deps.provider, row);
      await abandon(id).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'already')) throw error;
      });
    },

    /** See the endpoint. */
    async subscribe(viewer: SignedInViewer, choice: Choice): Promise<EndpointOutput<typeof createSubscription>> {
      await inTransaction(db, (trx) => check(trx, viewer, choice.planId));
      if (choice.couponCode !== undefined) await trial.countCouponTry(viewer);
      const provider = reachable();
      const card = await cards.find(provider, choice.paymentMethodId);
      let started = await inTransaction(db, (trx) => begin(trx, viewer, choice, card));
      if (started.isOther) {
        await abandon(started.row.id);
        started = await inTransaction(db, (trx) => begin(trx, viewer, choice, card));
      }
      const { row } = started;
      let made: ProviderSubscription;
      try {
        made = await makeAtProvider(provider, started, card);
      } catch (error) {
        // A refused attempt is rolled back; after any other failure the call can be repeated.
        if (error instanceof AppError && !isRepeatable(error)) await undo(row.id);
        throw error;
      }
      if (row.provider_subscription_id === null)
        await inTransaction(db, (trx) => subscriptions.update(trx, row.id, { provider_subscription_id: made.id }));
      const applied = await apply.refresh(row.id);
      if (!applied) throw new Error(`${row.id} is missing after it was created`);
      const { state } = applied.row;
      if (state === 'cancelled' || (state === 'incomplete' && applied.answer?.step === 'declined')) {
        await abandon(row.id);
        throw new AppError('card_declined');
      }
      await cards.remember(viewer.id, card);
      return answerTo(applied);
    },
  };
}
