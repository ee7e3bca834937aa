import { FULL_REFUND_MOVE_HOURS, MIN_TICKET_PRICE } from '@manabiba/shared/contract/limits';
import type { StripeCard } from '@manabiba/shared/contract/plans';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { seriesBillOf } from '@manabiba/shared/contract/series-discount';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { getStripeCard } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { paths, useEndpoint, useFormFill } from '@manabiba/shared/platform';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { type FormEvent, useState } from 'react';

import { TimeLeft } from '../../../core/participation/time-left';
import { Addressee } from '../addressee';
import { Crumb } from '../event-crumb';
import { Methods } from '../methods';
import { PayButton } from '../pay-button';
import { Refusal } from '../refusal';
import type { PaymentChoice } from '../use-payment';
import { DateChoice } from './date-choice';
import { isOnSale, paidDates } from './paid-dates';
import { SeriesSide } from './series-side';
import { useSeriesPayment } from './use-series-payment';

import styles from '../checkout.module.css';

interface SeriesFormProps {
  series: SeriesDetail;
  /** The events of an attempt that came back from the provider's page. */
  returned: readonly string[];
  /** Why that attempt failed. */
  returnError: string | undefined;
  /** Refetches the series. */
  onChanged: () => void;
  onPaid: (eventIds: string[], participation: Participation) => void;
}

/** Waits for the saved card before rendering, so that no option moves under the finger; if it fails, continues without. */
export function SeriesForm(props: SeriesFormProps) {
  const { data, error } = useEndpoint(getStripeCard, {});
  if (!data && !error) return <SkeletonDetail />;
  const card = data?.card;
  return <KnownForm {...props} savedCard={card && !card.isExpired ? card : undefined} />;
}

function KnownForm(props: SeriesFormProps & { savedCard: StripeCard | undefined }) {
  const { series, returned, returnError, savedCard, onChanged, onPaid } = props;
  const dates = paidDates(series);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(returned.length > 0 ? returned : dates.filter(isOnSale).map(({ ticket }) => ticket.eventId)),
  );
  const [addressee, setAddressee] = useState('');
  const [choice, setChoice] = useState<PaymentChoice>(savedCard ? 'saved_card' : 'card');
  const [payer, setPayer] = useState<Payer | null>(null);
  const handleFill = useFormFill('form_fill_checkout');
  const chosen = dates.filter((date) => isOnSale(date) && ticked.has(date.ticket.eventId));
  const eventIds = chosen.map(({ ticket }) => ticket.eventId);
  const { total } = seriesBillOf(
    chosen.map(({ ticket }) => ticket),
    series.discountPercent,
  );
  const payment = useSeriesPayment({
    seriesId: series.id,
    eventIds,
    total,
    addressee,
    onChanged,
    onPaid: (participation) => onPaid(eventIds, participation),
  });
  const isSaved = choice === 'saved_card';
  const isEnough = chosen.length > 1;
  const handleSubmit = (submit: FormEvent) => {
    submit.preventDefault();
    if (isEnough) void payment.pay(isSaved, isSaved ? null : payer);
  };
  const failure = payment.refusal?.message ?? (payment.isPaying ? undefined : returnError);
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <Crumb to={paths.series.href({ id: series.id })}>連続講座に戻る</Crumb>
        <h1>お支払い</h1>
        {payment.holdExpiresAt !== null && (
          <TimeLeft until={payment.holdExpiresAt} tone="ok" onEnd={onChanged}>
            お席を確保しました。時間を過ぎると、お席はほかの方に回ります。
          </TimeLeft>
        )}
        {failure && <Refusal>{failure}</Refusal>}
        <DateChoice dates={dates} ticked={ticked} isDisabled={payment.isPaying} onChange={setTicked} />
        <p role="status" className={styles.facts}>
          {!isEnough &&
            '2回以上選ぶと、まとめて購入できます。1回だけ購入する場合は、「詳細」からイベントの画面を開いてお申し込みください。'}
        </p>
      </div>
      <SeriesSide series={series} chosen={chosen} />
      <form className={styles.form} onInput={handleFill} onSubmit={handleSubmit} noValidate>
        <Methods
          only={['card']}
          // The provider's fields take no amount below what can be charged.
          amount={Math.max(total, MIN_TICKET_PRICE)}
          choice={choice}
          savedCard={savedCard}
          isDisabled={payment.isPaying}
          onChoose={setChoice}
          onReady={() => setPayer}
        />
        <Addressee
          value={addressee}
          note="チケットごとに1枚です。"
          isDisabled={payment.isPaying}
          onChange={({ target }) => setAddressee(target.value)}
        />
        <Terms />
        <PayButton
          label={`${formatYen(total)}を支払う`}
          isPaying={payment.isPaying}
          isReady={isEnough && (isSaved || payer !== null)}
        />
      </form>
    </div>
  );
}

function Terms() {
  return (
    <section className={styles.block} aria-labelledby="checkout-terms">
      <h2 id="checkout-terms">ご確認</h2>
      <ul className={styles.facts}>
        <li>チケットは、回ごとに1枚です。取り消しと返金も回ごとで、期限は各イベントの画面に書かれています。</li>
        <li>返金する金額は、その回の割引後の価格です。</li>
        <li>主催者の都合で中止になった回は、その回の全額を返金いたします。</li>
        <li>{`開始日時が${FULL_REFUND_MOVE_HOURS}時間を超えて変わった回は、新しい開始日時まで、その回の全額を返金いたします。`}</li>
        <li>お支払いが完了すると、確認のメールをお送りします。</li>
      </ul>
    </section>
  );
}
