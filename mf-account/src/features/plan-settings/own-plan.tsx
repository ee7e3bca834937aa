import type { Subscription } from '@manabiba/shared/contract/plans';
import { updateSubscription } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { daysBetween, formatDate, formatShortDate } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, showMessageFor, toast, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { subHours } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { Facts } from '../../core/plans/facts';
import { lastFreeDay, planPrice, planTitle, priceUnit } from '../../core/plans/plan-words';
import { CancelButton } from './cancel-button';
import { PlanHead } from './plan-head';

import styles from './plan-settings.module.css';

interface Own {
  subscription: Subscription;
}

/** A paid plan that renews. */
export function ActivePlan({ subscription }: Own) {
  const { plan, nextPlan, nextPayment, startedAt } = subscription;
  const facts = [
    ...(nextPayment?.amount
      ? [{ name: '次のお支払い', value: `${formatDate(nextPayment.at)}に${formatYen(nextPayment.amount)}` }]
      : []),
    ...(nextPlan ? [{ name: '次の更新から', value: `${planTitle(nextPlan)} ${planPrice(nextPlan)}` }] : []),
    { name: 'ご利用開始', value: formatDate(startedAt) },
  ];
  return (
    <div className={styles.stack}>
      <div className={styles.split}>
        <div>
          <PlanHead subscription={subscription} tone="ok">
            ご利用中
          </PlanHead>
          <p className={styles.price}>
            {formatCount(plan.price)}
            <small>{priceUnit(plan)}</small>
          </p>
        </div>
        <div className={styles.acts}>
          <Link className={buttonClass()} to={paths.plans.href()}>
            プランを変更する
          </Link>
          <CancelButton subscription={subscription} variant="ghost" />
        </div>
      </div>
      <Facts facts={facts} />
    </div>
  );
}

/** A trial; its end and the following price are shown in the same size. */
export function TrialPlan({ subscription }: Own) {
  const now = useNow(millisecondsInDay);
  const { nextPlan, plan, startedAt, trialEndsAt } = subscription;
  if (trialEndsAt === null) return <ActivePlan subscription={subscription} />;
  const lastDay = formatShortDate(lastFreeDay(trialEndsAt), now);
  const days = Math.max(1, daysBetween(startedAt, trialEndsAt));
  const left = Math.max(0, daysBetween(now, trialEndsAt));
  const mailDay = subHours(trialEndsAt, 3 * 24);
  return (
    <div className={styles.stack}>
      <PlanHead subscription={subscription} tone="action">
        無料体験中
      </PlanHead>
      <p className={styles.main}>
        <span>{lastDay}まで無料、</span>
        <span>以後は{planPrice(nextPlan ?? plan)}</span>
      </p>
      <div className={styles.meter} role="img" aria-label={`${days}日のうち残り${left}日`}>
        <i style={{ width: `${Math.round((100 * (days - left)) / days)}%` }} />
      </div>
      <p className={styles.small}>
        残り{left}日。
        {mailDay > now && <span>{`${formatShortDate(mailDay, now)}にメールでお知らせします。`}</span>}
        <span>{`${lastDay}までの解約に、料金はかかりません。`}</span>
      </p>
      <div className={styles.buttons}>
        <Link className={buttonClass()} to={paths.plans.href()}>
          プランを変更する
        </Link>
        <CancelButton subscription={subscription} variant="secondary" />
      </div>
    </div>
  );
}

/** A cancelled plan that is still usable. One click resumes it. */
export function EndingPlan({ subscription }: Own) {
  const now = useNow(millisecondsInDay);
  const { run, isRunning } = useEndpointMutation(updateSubscription);
  const lastDay = formatShortDate(subscription.currentPeriodEnd, now);

  async function resume() {
    try {
      await run({ body: { resume: true } });
      toast.success('プランを続けます。');
    } catch (error) {
      showMessageFor(error);
    }
  }

  return (
    <div className={styles.stack}>
      <PlanHead subscription={subscription} tone="plain">
        解約予定({lastDay}まで利用可)
      </PlanHead>
      <p className={styles.main}>次のお支払いはありません。</p>
      <p className={styles.small}>
        {lastDay}
        を過ぎると、プラン会員向けの特典はご利用いただけなくなります。予約とフォロー、購入したチケットはそのまま残ります。
      </p>
      <div className={styles.buttons}>
        <Button variant="primary" isLoading={isRunning} onClick={() => void resume()}>
          プランを続ける
        </Button>
      </div>
    </div>
  );
}
