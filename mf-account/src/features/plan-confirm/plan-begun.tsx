import type { Subscription } from '@manabiba/shared/contract/plans';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { Link, paths, useNow } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { millisecondsInDay } from 'date-fns/constants';
import { CircleCheck } from 'lucide-react';

import { lastFreeDay, planPrice, planTitle } from '../../core/plans/plan-words';

import styles from './plan-confirm.module.css';

/** Shown when a plan is running, new or existing. */
export function PlanBegun({ subscription, isNew }: { subscription: Subscription; isNew: boolean }) {
  const now = useNow(millisecondsInDay);
  const { plan, state, trialEndsAt, nextPayment } = subscription;
  const isTrial = state === 'trialing' && trialEndsAt !== null;
  return (
    <div className={styles.begun}>
      <Icon icon={CircleCheck} size={32} className={styles.ok} />
      <h1>{isNew ? 'お申し込みが完了しました。' : 'プランをご利用中です。'}</h1>
      <p>「{planTitle(plan)}」をご利用いただけます。</p>
      <p>
        {isTrial
          ? `無料体験は${formatShortDate(lastFreeDay(trialEndsAt), now)}まで。以後は${planPrice(plan)}で自動更新されます。`
          : nextPayment && `次のお支払いは${formatShortDate(nextPayment.at, now)}です。`}
      </p>
      <p className={styles.note}>解約は設定の「ご利用中のプラン」からいつでもできます。</p>
      <div className={styles.ways}>
        <Link className={buttonClass({ variant: 'primary' })} to={paths.events.href()}>
          イベントを見る
        </Link>
        <Link className={buttonClass()} to={`${paths.settings.href()}#plan`}>
          ご利用中のプランを見る
        </Link>
      </div>
    </div>
  );
}
