import type { Plan } from '@manabiba/shared/contract/plans';
import { listSubscriptionPlans } from '@manabiba/shared/data/endpoints';
import { useEndpoint, useView } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense, useState } from 'react';

import type { AppliedCoupon } from '../../core/plans/applied-coupon';
import { confirmPath } from '../../core/plans/plan-path';
import { CouponForm } from './coupon-form';
import { planAction } from './plan-action';
import { PlanOffer } from './plan-offer';
import { type PlanSituation, usePlanSituation } from './use-plan-situation';

import styles from './plans.module.css';

const ChangePlanDialog = lazy(() =>
  import('./change-plan-dialog').then((module) => ({ default: module.ChangePlanDialog })),
);

/** All plans with their actions. */
export function Plans() {
  const { data, error, isRefreshing, retry } = useEndpoint(listSubscriptionPlans, {});
  const situation = usePlanSituation();
  useView('view_plans', data !== undefined);
  if (error && !data)
    return <ErrorState title="プランを表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />;
  if (situation.error) return <ErrorState title="プランを表示できませんでした。" level={2} onRetry={situation.retry} />;
  if (!data || situation.isLoading) return <PlansSkeleton />;
  return <Offers plans={data.plans} situation={situation} />;
}

function Offers({ plans, situation }: { plans: readonly Plan[]; situation: PlanSituation }) {
  const { me, running, isTrialOpen } = situation;
  const [coupon, setCoupon] = useState<AppliedCoupon | null>(null);
  const [changing, setChanging] = useState<Plan>();
  const couponFor = (plan: Plan) => (coupon && (coupon.planId === null || coupon.planId === plan.id) ? coupon : null);
  const daysOf = (plan: Plan) => (isTrialOpen ? (couponFor(plan)?.trialDays ?? plan.trialDays) : 0);
  const hasTrial = isTrialOpen && plans.some(({ trialDays }) => trialDays > 0);
  const open = plans.filter((plan) => planAction(plan, situation).kind !== 'none');
  // A student has no reason to pay for the regular plan; of a visitor nothing is known.
  const isForStudents = me?.isStudentAge ?? false;
  const pick = open.find(({ audience }) => (audience === 'student') === isForStudents) ?? open[0];
  return (
    <>
      <ul className={styles.plans} aria-label="プラン">
        {plans.map((plan) => {
          const action = planAction(plan, situation);
          return (
            <PlanOffer
              key={plan.id}
              plan={plan}
              isPick={plan === pick}
              trialDays={action.kind === 'none' ? 0 : daysOf(plan)}
              action={action}
              confirmHref={confirmPath(plan.id, couponFor(plan)?.code)}
              onChange={() => setChanging(plan)}
            />
          );
        })}
      </ul>
      {hasTrial && (
        <section className={styles.trial} aria-label="クーポンと無料体験">
          {me?.canCommunicateAge && (
            <div>
              <h2>クーポン</h2>
              <CouponForm applied={coupon} onApply={setCoupon} />
            </div>
          )}
          <TrialFacts days={Math.max(...plans.map(daysOf))} />
        </section>
      )}
      {changing && running && (
        <Suspense>
          <ChangePlanDialog plan={changing} running={running} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function TrialFacts({ days }: { days: number }) {
  return (
    <div>
      <h2>無料体験について</h2>
      <ul className={styles.facts}>
        <li>はじめての方は、{days}日間無料でお試しいただけます。</li>
        <li>期間が終わる3日前に、メールでお知らせします。</li>
        <li>体験中に解約すると、料金はかかりません。</li>
      </ul>
    </div>
  );
}

function PlansSkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles.plans}>
        {[0, 1, 2].map((index) => (
          <div key={index} className={`${styles.plan} ${styles.waiting}`}>
            <Skeleton shape="heading" width={40} />
            <Skeleton shape="heading" width={60} />
            <Skeleton width={100} />
            <Skeleton width={80} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
