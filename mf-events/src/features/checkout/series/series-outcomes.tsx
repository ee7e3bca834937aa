import { MAX_PAGE_SIZE } from '@manabiba/shared/contract/limits';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { getEvent, listMyEvents } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isSignedIn, Link, paths, useEndpoint, useMe } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { CircleCheck, Clock, Ticket, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { hasSeat } from '../../../core/participation/participation-status';
import { Calm, Processing } from '../outcomes';
import { dateText, isOnSale, type PaidDate, paidDates } from './paid-dates';

import outcomes from '../outcomes.module.css';
import styles from './series-checkout.module.css';

/** The polling interval while the provider processes the payment. */
const WAITING_MS = 3000;

interface OfSeries {
  series: SeriesDetail;
}

export const SeriesLink = ({ series }: OfSeries) => (
  <Link className={buttonClass({ variant: 'ghost' })} to={paths.series.href({ id: series.id })}>
    連続講座に戻る
  </Link>
);

const TicketsLink = () => (
  <Link className={buttonClass({ variant: 'primary' })} to={paths.tickets.href()}>
    <Icon icon={Ticket} />
    チケットを見る
  </Link>
);

interface PaidProps extends OfSeries {
  /** The events that were paid for. */
  eventIds: readonly string[];
  /** What became of the seat in the first of them. */
  participation: Participation;
}

/** What became of a payment. While the provider processes it, the first event tells, since all are settled at once. */
export function Paid({ series, eventIds, participation }: PaidProps) {
  const [first = ''] = eventIds;
  const params = { params: { id: first } };
  const { data } = useEndpoint(getEvent, participation.state === 'pending_payment' ? params : null, {
    maxAgeSeconds: 0,
  });
  const now = data?.myParticipation ?? participation;
  useEndpoint(getEvent, now.state === 'pending_payment' ? params : null, { refreshIntervalMs: WAITING_MS });
  if (now.state === 'pending_payment') return <Processing back={<SeriesLink series={series} />} />;
  return <Settled series={series} eventIds={eventIds} participation={now} />;
}

function NoSeats({ series }: OfSeries) {
  return (
    <Calm
      icon={Undo2}
      title="お席をご用意できませんでした。"
      actions={
        <>
          <Link className={buttonClass()} to={paths.tickets.href({}, { tab: 'refunded' })}>
            返金の進み具合
          </Link>
          <SeriesLink series={series} />
        </>
      }
    >
      お席をご用意できなかった回のお支払いは、全額返金いたします。
    </Calm>
  );
}

/**
 * Returns the events among these in which the buyer has no seat: one that was paid for too late may be gone. Until that
 * is known, the first one tells.
 */
function useLost(eventIds: readonly string[], first: Participation): readonly string[] {
  const [lost, setLost] = useState<readonly string[]>(hasSeat(first) ? [] : [first.eventId]);
  const read = useEffectEvent(async () => {
    // As it is now: a kept answer is of before the payment.
    const { items, nextCursor } = await callEndpoint(listMyEvents, { query: { limit: MAX_PAGE_SIZE } });
    if (nextCursor !== null) return;
    const owned = items.filter(({ myParticipation }) => myParticipation && hasSeat(myParticipation));
    setLost(eventIds.filter((eventId) => !owned.some(({ id }) => id === eventId)));
  });
  useEffect(() => void read().catch(() => undefined), []);
  return lost;
}

function Settled({ series, eventIds, participation }: PaidProps) {
  const lost = useLost(eventIds, participation);
  return lost.length === eventIds.length ? (
    <NoSeats series={series} />
  ) : (
    <Done series={series} eventIds={eventIds} lost={lost} />
  );
}

function Done({ series, eventIds, lost }: Omit<PaidProps, 'participation'> & { lost: readonly string[] }) {
  const me = useMe();
  const bought = paidDates(series).filter(({ ticket }) => eventIds.includes(ticket.eventId));
  return (
    <Panel className={styles.done}>
      <span className={`${outcomes.mark} ${outcomes.markOk}`}>
        <Icon icon={CircleCheck} size={24} />
      </span>
      <h1>{`${eventIds.length - lost.length}回分のチケットを購入しました。`}</h1>
      <p className={outcomes.soft}>
        {`確認のメールを${isSignedIn(me) && me.email ? `${me.email}に` : ''}お送りします。入場は、チケットの画面からできます。`}
      </p>
      <ul className={styles.bought}>
        {bought.map((date) => (
          <li key={date.classroom.id}>
            <span>{dateText(date)}</span>
            {lost.includes(date.ticket.eventId) ? (
              <Badge>お席がないため全額返金</Badge>
            ) : (
              <DateTime value={date.classroom.startAt} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <TicketsLink />
        <SeriesLink series={series} />
      </div>
    </Panel>
  );
}

/** Nothing can be bought here by this user. */
export function Closed({ series, reason, children }: OfSeries & { reason: string; children?: string }) {
  return (
    <Calm icon={Clock} title={reason} actions={<SeriesLink series={series} />}>
      {children}
    </Calm>
  );
}

/** Fewer than two dates are on sale. */
export function TooFew({ series }: OfSeries) {
  const dates = paidDates(series);
  const [single] = dates.filter(isOnSale);
  return (
    <Calm
      icon={Clock}
      title="いま、まとめて購入できる回がありません。"
      actions={
        <>
          {single && <SingleLink date={single} />}
          {dates.some(({ ticket }) => ticket.state === 'taken') && <TicketsLink />}
          <SeriesLink series={series} />
        </>
      }
    >
      {single
        ? 'いま購入できるのは1回です。イベントの画面からお申し込みください。'
        : '販売中の回が2回以上あるときに、まとめて購入できます。'}
    </Calm>
  );
}

const SingleLink = ({ date: { classroom, ticket } }: { date: PaidDate }) => (
  <Link className={buttonClass()} to={paths.event.href({ id: ticket.eventId })}>
    {`「${classroom.name}」のイベントを見る`}
  </Link>
);
