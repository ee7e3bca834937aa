import type { Subscription } from '@manabiba/shared/contract/plans';
import { getSubscriptionTrial, listSubscriptionPlans } from '@manabiba/shared/data/endpoints';
import { formatDate, formatShortDate } from '@manabiba/shared/format/date-time';
import { Link, paths, useEndpoint, useNow, useUser } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { millisecondsInDay } from 'date-fns/constants';
import { ExternalLink } from 'lucide-react';

import { Facts } from '../../core/plans/facts';
import { planPrice } from '../../core/plans/plan-words';
import { PlanHead } from './plan-head';

import styles from './plan-settings.module.css';

const stores = {
  app_store: {
    name: 'App Store',
    how: '変更と解約は、iPhoneの「設定」にある「サブスクリプション」から行えます。領収書はAppleから届きます。',
  },
  google_play: {
    name: 'Google Play',
    how: '変更と解約は、Google Playの「定期購入」から行えます。領収書はGoogleから届きます。',
  },
} as const;

/** Shown when the user has no subscription. */
export function NoPlan() {
  const me = useUser();
  const plans = useEndpoint(listSubscriptionPlans, {});
  const trial = useEndpoint(getSubscriptionTrial, {}, { maxAgeSeconds: 0 });
  const plan = plans.data?.plans.find(({ audience }) => audience !== 'student' || me.isStudentAge);
  const days = trial.data?.eligible ? (plan?.trialDays ?? 0) : 0;
  return (
    <div className={styles.stack}>
      <p>
        <strong>プランには登録していません。</strong>
      </p>
      <p className={styles.small}>
        教室への参加は無料です。プランに登録すると、プラン会員向けのイベントとアーカイブをお楽しみいただけます。
      </p>
      <p className={styles.main}>
        {plan && (
          <>
            {days > 0 && <span>{days}日間無料、</span>}
            <span>
              {days > 0 && <span>以後は</span>}
              <span>{planPrice(plan)}</span>
            </span>
          </>
        )}
      </p>
      <div className={styles.buttons}>
        <Link className={buttonClass({ variant: 'primary' })} to={paths.plans.href()}>
          プランを見る
        </Link>
      </div>
    </div>
  );
}

/** A plan that ended because of an unpaid invoice. */
export function StoppedPlan({ subscription }: { subscription: Subscription }) {
  const now = useNow(millisecondsInDay);
  return (
    <div className={styles.stack}>
      <PlanHead subscription={subscription} tone="live">
        停止しました
      </PlanHead>
      <p className={styles.small}>
        お支払いを確認できなかったため、
        {subscription.endedAt && <span>{`${formatShortDate(subscription.endedAt, now)}に`}</span>}
        <span>停止しました。 予約とフォロー、購入したチケットはそのまま残っています。</span>
      </p>
      <div className={styles.buttons}>
        <Link className={buttonClass({ variant: 'primary' })} to={paths.plans.href()}>
          もう一度登録する
        </Link>
      </div>
    </div>
  );
}

function StoreHead({ subscription, store }: { subscription: Subscription; store: string }) {
  const now = useNow(millisecondsInDay);
  const { state, currentPeriodEnd, willUnsubscribed } = subscription;
  if (state === 'past_due')
    return (
      <>
        <PlanHead subscription={subscription} tone="warn">
          お支払い確認中
        </PlanHead>
        <div className={styles.wide}>
          <Notice tone="warn">
            {store}でのお支払いを確認できませんでした。{store}のお支払い方法をご確認ください。
          </Notice>
        </div>
      </>
    );
  if (willUnsubscribed)
    return (
      <PlanHead subscription={subscription} tone="plain">
        解約予定({formatShortDate(currentPeriodEnd, now)}まで利用可)
      </PlanHead>
    );
  return (
    <PlanHead subscription={subscription} tone={state === 'trialing' ? 'action' : 'ok'}>
      {state === 'trialing' ? '無料体験中' : 'ご利用中'}
    </PlanHead>
  );
}

/** A plan bought in an app store, where it has to be changed. */
export function StorePlan({ subscription }: { subscription: Subscription }) {
  const { provider, currentPeriodEnd, willUnsubscribed, manageUrl } = subscription;
  const store = provider === 'google_play' ? stores.google_play : stores.app_store;
  return (
    <div className={styles.stack}>
      <StoreHead subscription={subscription} store={store.name} />
      <Facts
        facts={[
          { name: 'お支払い', value: `${store.name}のお支払い` },
          { name: willUnsubscribed ? 'ご利用の終わり' : '次の更新', value: formatDate(currentPeriodEnd) },
        ]}
      />
      <p className={styles.small}>{store.how}</p>
      <div className={styles.buttons}>
        <a className={buttonClass()} href={manageUrl ?? undefined} target="_blank" rel="noopener noreferrer">
          <Icon icon={ExternalLink} />
          {store.name}で管理する
        </a>
      </div>
    </div>
  );
}
