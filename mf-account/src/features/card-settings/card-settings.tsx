import type { StripeCard } from '@manabiba/shared/contract/plans';
import { getStripeCard, getSubscription } from '@manabiba/shared/data/endpoints';
import { formatCard, formatExpiry } from '@manabiba/shared/format/card';
import { daysBetween } from '@manabiba/shared/format/date-time';
import { useEndpoint, useNow, useUser } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { millisecondsInDay } from 'date-fns/constants';
import { lazy, Suspense, useState } from 'react';

import { isRunning } from '../../core/plans/plan-words';

import styles from './card-settings.module.css';

const CardDialog = lazy(() => import('./card-dialog').then((module) => ({ default: module.CardDialog })));
/** Cards that expire within this many days show a warning. */
const SOON = 31;

/** The settings-card slot: the card that pays for the plan, and a dialog to replace it. */
export function CardSettings() {
  const me = useUser();
  const input = me.canCommunicateAge ? {} : null;
  const kept = useEndpoint(getStripeCard, input, { maxAgeSeconds: 0 });
  const own = useEndpoint(getSubscription, input, { maxAgeSeconds: 0 });
  const [isChanging, setIsChanging] = useState(false);
  if (input === null) return null;
  if ((kept.error && !kept.data) || (own.error && !own.data))
    return (
      <div className={styles.under}>
        <ErrorState
          title="カードを表示できませんでした。"
          onRetry={() => {
            kept.retry();
            own.retry();
          }}
        />
      </div>
    );
  if (!kept.data || !own.data)
    return (
      <div className={styles.under}>
        <SkeletonRows count={1} />
      </div>
    );
  const { card } = kept.data;
  const { subscription } = own.data;
  // A plan bought in an app store is paid there.
  const canChange = isRunning(subscription) && subscription.manageUrl === null;
  return (
    <div className={styles.split}>
      {card ? (
        <CardLine card={card} />
      ) : (
        <p className={styles.soft}>
          {wordsWithoutCard(isRunning(subscription) ? subscription.manageUrl : null, canChange)}
        </p>
      )}
      {canChange && <Button onClick={() => setIsChanging(true)}>カードを変更する</Button>}
      {isChanging && canChange && (
        <Suspense>
          <CardDialog subscription={subscription} onClose={() => setIsChanging(false)} />
        </Suspense>
      )}
    </div>
  );
}

const AT_STORE =
  'プランの料金は、お申し込みになったアプリストアでお支払いいただいています。お支払い方法も、アプリストアで変更できます。';

const wordsWithoutCard = (storeUrl: string | null, hasPlan: boolean) =>
  storeUrl !== null
    ? AT_STORE
    : hasPlan
      ? 'カードを確認しています。'
      : '登録されているカードはありません。プランのお申し込みのときに登録します。';

function CardLine({ card }: { card: StripeCard }) {
  const now = useNow(millisecondsInDay);
  const { last4, expMonth, expYear, isExpired } = card;
  const left = daysBetween(now, new Date(expYear, expMonth, 0));
  const isSoon = !isExpired && left < SOON;
  return (
    <div className={styles.card}>
      <span className={styles.picture} aria-hidden>
        <i />
        <b>{last4}</b>
      </span>
      <p>
        <strong>{formatCard(card)}</strong>
        <span className={classNames(styles.expiry, (isExpired || isSoon) && styles.soon)}>
          有効期限 {formatExpiry(card)}
          {isExpired && <span>{' 期限が切れています'}</span>}
          {isSoon && (
            <span>
              {left >= 0 && new Date(now).getMonth() + 1 === expMonth ? ' 今月末で切れます' : ' まもなく切れます'}
            </span>
          )}
        </span>
      </p>
    </div>
  );
}
