import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { foldCode } from '@manabiba/shared/contract/fold-code';
import type { checkTrialCoupon, getSubscriptionTrial } from '@manabiba/shared/contract/plans';
import { addHours } from 'date-fns';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import type { Limiter } from '../../platform/security/limiter';
import type { PlanRow, PlansRepository } from './plans/plans.repository';
import type { SubscriptionsRepository } from './subscriptions.repository';
import type { TrialsRepository } from './trials.repository';

const TRIES = { max: 10, windowSeconds: 3600 };
const COUPON_SENTENCE = 'このクーポンはご利用いただけません。';

interface TrialDeps {
  trials: TrialsRepository;
  plans: PlansRepository;
  subscriptions: SubscriptionsRepository;
  limiter: Limiter;
  clock: Clock;
}

interface TrialClaim {
  userId: string;
  subscriptionId: string;
  plan: PlanRow;
  couponCode: string | undefined;
  fingerprint: string | null;
  /** Trial days that the user has confirmed; when absent, the days that they were offered. */
  confirmedDays: number | undefined;
}

export type TrialService = ReturnType<typeof createTrialService>;

/** Trials: one per user and one per card. Coupons extend them. */
export function createTrialService({ trials, plans, subscriptions, limiter, clock }: TrialDeps) {
  /** Returns the longest trial of the plans that the user may take. */
  async function longestTrial({ isStudentAge }: SignedInViewer): Promise<number> {
    const open = (await plans.list()).filter(({ audience }) => isStudentAge || audience !== 'student');
    return Math.max(0, ...open.map(({ trial_days: days }) => days));
  }

  /**
   * Spends one use of a coupon and returns its trial days for the plan. Throws `invalid` for a coupon that cannot be
   * used.
   */
  async function spend(trx: Trx, code: string, planId: string): Promise<number> {
    const spent = await trials.spendCoupon(trx, { code, planId, now: clock.now() });
    if (!spent) throw new AppError('invalid', { fields: { couponCode: COUPON_SENTENCE } });
    return spent.trial_days;
  }

  /** Counts a code that the user gives, wherever: too many are `rate_limited`, so that codes cannot be guessed. */
  const countCouponTry = (viewer: SignedInViewer) => limiter.consume(`coupon:${viewer.id}`, TRIES);

  return {
    countCouponTry,

    /** Returns whether a trial is available to the user. Considers the card on file, if any. */
    async get(viewer: SignedInViewer): Promise<EndpointOutput<typeof getSubscriptionTrial>> {
      const live = await subscriptions.findLive(viewer.id);
      if (live && live.state !== 'incomplete')
        return {
          eligible: false,
          reason: 'subscribed',
          trialDays: 0,
          endsAt: live.state === 'trialing' ? (live.trial_ends_at?.toISOString() ?? null) : null,
        };
      const customer = await trials.findCustomer(viewer.id);
      const used = await trials.findUses(viewer.id, customer?.card_fingerprint ?? null);
      const isOwnAttempt = live !== undefined && live.trial_days > 0;
      if (used.byPerson && !isOwnAttempt) return { eligible: false, reason: 'used', trialDays: 0, endsAt: null };
      if (used.byCard) return { eligible: false, reason: 'card_used', trialDays: 0, endsAt: null };
      const trialDays = await longestTrial(viewer);
      return {
        eligible: trialDays > 0,
        reason: null,
        trialDays,
        endsAt: trialDays > 0 ? addHours(clock.now(), trialDays * 24).toISOString() : null,
      };
    },

    /** Previews a coupon. Reveals nothing about plans that the user could not take anyway. */
    async checkCoupon(viewer: SignedInViewer, typed: string): Promise<EndpointOutput<typeof checkTrialCoupon>> {
      const live = await subscriptions.findLive(viewer.id);
      if (live ? live.state !== 'incomplete' : await subscriptions.isMarkedSubscribed(viewer.id))
        throw new AppError('already');
      await countCouponTry(viewer);
      const refused = (reason: 'unknown' | 'expired' | 'used_up' | 'trial_used') => ({
        valid: false,
        trialDays: 0,
        planId: null,
        reason,
      });
      const coupon = await trials.findCoupon(foldCode(typed));
      if (!coupon) return refused('unknown');
      if (coupon.expires_at <= clock.now()) return refused('expired');
      if (coupon.uses >= coupon.max_uses) return refused('used_up');
      const used = await trials.findUses(viewer.id, null);
      if (used.byPerson && !live) return refused('trial_used');
      return { valid: true, trialDays: coupon.trial_days, planId: coupon.plan_id, reason: null };
    },

    /**
     * Decides and records the trial of a new subscription; returns the free days, 0 for none. Never charges for days
     * that were offered as free: throws `conflict` first when the card has already had a trial.
     */
    async claim(trx: Trx, given: TrialClaim): Promise<{ days: number; couponCode: string | null }> {
      const { userId, subscriptionId, plan, fingerprint, confirmedDays } = given;
      const couponCode = given.couponCode === undefined ? null : foldCode(given.couponCode);
      const used = await trials.findUses(userId, fingerprint, trx);
      if (couponCode !== null && (used.byPerson || confirmedDays === 0))
        throw new AppError('invalid', { fields: { couponCode: COUPON_SENTENCE } });
      const offered = couponCode === null ? plan.trial_days : await spend(trx, couponCode, plan.id);
      const promised = confirmedDays ?? (used.byPerson ? 0 : offered);
      const isFree =
        offered > 0 &&
        promised > 0 &&
        (await trials.claim(trx, { userId, fingerprint, subscriptionId, now: clock.now() }));
      const days = isFree ? offered : 0;
      if (days !== promised)
        throw new AppError('conflict', {
          fields: {
            trialDays:
              days === 0
                ? 'このカードでは、無料体験をご利用いただけません。無料体験なしでお申し込みいただくか、別のカードをお試しください。'
                : `無料体験は${days}日間です。内容をもう一度ご確認ください。`,
          },
        });
      return { days, couponCode };
    },

    /** Returns a trial and its coupon use: the subscription never started. */
    async giveBack(trx: Trx, subscriptionId: string, couponCode: string | null): Promise<void> {
      await trials.giveBack(trx, subscriptionId);
      if (couponCode !== null) await trials.returnCoupon(trx, couponCode);
    },
  };
}
