import { mustVerifyEmail } from '@manabiba/shared/contract/must-verify-email';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { getPurchaseConsent } from '@manabiba/shared/data/endpoints';
import { VerifyEmailFirst } from '@manabiba/shared/payments/verify-email-first';
import { isSignedIn, paths, RefusalPage, useEndpoint, useMe, useSearchParams } from '@manabiba/shared/platform';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { useState } from 'react';

import { Crumb } from '../event-crumb';
import { Processing } from '../outcomes';
import { useReturn } from '../use-return';
import { isOnSale, paidDates } from './paid-dates';
import { SeriesForm } from './series-form';
import { Closed, Paid, SeriesLink, TooFew } from './series-outcomes';
import { SeriesSide } from './series-side';

import styles from '../checkout.module.css';

interface SeriesCheckoutProps {
  series: SeriesDetail;
  /** Refetches the series. */
  onChanged: () => void;
}

/** The checkout of several dates of a series at once. What can be bought is what the series says. */
export function SeriesCheckout({ series, onChanged }: SeriesCheckoutProps) {
  const me = useMe();
  const returned = useSearchParams()[0].getAll('event');
  const [paid, setPaid] = useState<{ eventIds: string[]; participation: Participation }>();
  const { isReturning, error } = useReturn(returned[0] ?? '', (participation) => {
    if (participation) setPaid({ eventIds: returned, participation });
    onChanged();
  });
  const onSale = paidDates(series).filter(isOnSale);
  const mayBeMinor = isSignedIn(me) && me.isStudentAge;
  const [first] = paidDates(series);
  const consent = useEndpoint(
    getPurchaseConsent,
    mayBeMinor && first ? { params: { id: first.ticket.eventId } } : null,
  );
  // A form that was shown stays, so that what is typed and why a payment failed are not lost when a date is sold out.
  const [hasForm, setHasForm] = useState(false);
  if (onSale.length > 1 && !hasForm) setHasForm(true);
  if (isReturning) return <Processing back={<SeriesLink series={series} />} />;
  if (paid) return <Paid series={series} {...paid} />;
  if (series.isHost) return <Closed series={series} reason="自分の連続講座のチケットは購入できません。" />;
  if (isSignedIn(me) && !me.canCommunicateAge)
    return <Closed series={series} reason="12歳以下の方は、チケットを購入できません。" />;
  if (series.endedAt !== null)
    return (
      <Closed series={series} reason="この連続講座は終了しました。">
        販売中のイベントのチケットは、それぞれのイベントの画面で購入できます。
      </Closed>
    );
  if (!hasForm) return <TooFew series={series} />;
  if (mayBeMinor && !consent.data)
    return consent.error ? <RefusalPage error={consent.error} onRetry={consent.retry} /> : <SkeletonDetail />;
  if (consent.data?.isNeeded)
    return (
      <Closed series={series} reason="18歳未満の方は、まとめて購入できません。">
        それぞれのイベントの画面から、保護者の方の同意を得て、1回ずつ購入できます。
      </Closed>
    );
  if (mustVerifyEmail(me))
    return (
      <div className={styles.layout}>
        <div className={styles.main}>
          <Crumb to={paths.series.href({ id: series.id })}>連続講座に戻る</Crumb>
          <h1>お支払い</h1>
          <VerifyEmailFirst />
        </div>
        <SeriesSide series={series} chosen={onSale} />
      </div>
    );
  return (
    <SeriesForm
      series={series}
      returned={returned}
      returnError={error}
      onChanged={onChanged}
      onPaid={(eventIds, participation) => {
        setPaid({ eventIds, participation });
        onChanged();
      }}
    />
  );
}
