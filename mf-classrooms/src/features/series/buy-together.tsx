import type { SeriesDetail, SeriesTicket } from '@manabiba/shared/contract/series';
import { seriesBillOf } from '@manabiba/shared/contract/series-discount';
import { seriesTicketStates } from '@manabiba/shared/format/series-ticket';
import { isSignedIn, Link, paths, useMe } from '@manabiba/shared/platform';
import { Bill } from '@manabiba/shared/ui/bill';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Panel } from '@manabiba/shared/ui/panel';

import styles from './series.module.css';

/** まとめて購入: the paid dates that can be bought at once, what they cost, and why others cannot. */
export function BuyTogether({ series }: { series: SeriesDetail }) {
  const tickets = series.dates.flatMap(({ ticket }) => ticket ?? []);
  const onSale = tickets.filter(({ state }) => state === 'on_sale');
  const others = othersOf(tickets);
  return (
    <Panel className={styles.together}>
      <h2>まとめて購入</h2>
      {onSale.length > 1 ? (
        <Offer series={series} onSale={onSale} />
      ) : (
        <p>{onSale.length === 0 ? 'いま購入できる回はありません。' : 'いま購入できるのは1回です。'}</p>
      )}
      {onSale.length === 1 && onSale[0] && <SingleLink series={series} ticket={onSale[0]} />}
      {others && <p className={styles.hint}>{others}</p>}
    </Panel>
  );
}

function Offer({ series, onSale }: { series: SeriesDetail; onSale: SeriesTicket[] }) {
  const me = useMe();
  const { price, discount, total } = seriesBillOf(onSale, series.discountPercent);
  const checkout = paths.seriesCheckout.href({ id: series.id });
  const isChild = isSignedIn(me) && !me.canCommunicateAge;
  return (
    <>
      <p>{`いま購入できるのは${onSale.length}回です。購入する回は、次の画面で選べます。`}</p>
      <Bill
        lines={
          discount > 0
            ? [
                { label: `${onSale.length}回分`, amount: price },
                { label: `まとめて購入で${series.discountPercent}%引き`, amount: -discount },
              ]
            : []
        }
        totalLabel={`${onSale.length}回分の合計(税込)`}
        total={total}
      />
      {isChild ? (
        <p className={styles.hint}>12歳以下の方は、チケットを購入できません。</p>
      ) : (
        <Link
          className={buttonClass({ variant: 'primary' })}
          to={isSignedIn(me) ? checkout : paths.signIn.href({}, { next: checkout })}
        >
          {`${isSignedIn(me) ? '' : 'ログインして'}${onSale.length}回分をまとめて購入する`}
        </Link>
      )}
    </>
  );
}

/** A single date is bought on the page of its event. */
function SingleLink({ series, ticket: { eventId } }: { series: SeriesDetail; ticket: SeriesTicket }) {
  const name = series.dates.find(({ classroom }) => classroom.eventId === eventId)?.classroom.name ?? '';
  return (
    <Link className={buttonClass()} to={paths.event.href({ id: eventId })}>
      {`「${name}」のイベントを見る`}
    </Link>
  );
}

/** ほかの回は、満席1回・販売前2回です。 Null without others. */
function othersOf(tickets: readonly SeriesTicket[]): string | null {
  const counts = Object.entries(seriesTicketStates).flatMap(([state, name]) => {
    const count = tickets.filter((ticket) => ticket.state === state).length;
    return count > 0 ? `${name}${count}回` : [];
  });
  if (counts.length === 0) return null;
  const isAll = tickets.every(({ state }) => state !== 'on_sale');
  return `${isAll ? '内訳' : 'ほかの回'}は、${counts.join('・')}です。`;
}
