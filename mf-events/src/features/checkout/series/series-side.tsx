import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { seriesBillOf, seriesDiscountOf } from '@manabiba/shared/contract/series-discount';
import { Phrases } from '@manabiba/shared/platform';
import { Bill } from '@manabiba/shared/ui/bill';
import { Panel } from '@manabiba/shared/ui/panel';

import { taxOf } from '../checkout-standing';
import { dateText, type PaidDate } from './paid-dates';

import styles from '../checkout.module.css';

interface SeriesSideProps {
  series: SeriesDetail;
  chosen: readonly PaidDate[];
}

/** The order summary: the price of each date, the discount and the tax. */
export function SeriesSide({ series, chosen }: SeriesSideProps) {
  const { discountPercent: percent, title, host } = series;
  const tickets = chosen.map(({ ticket }) => ticket);
  const { discount, total } = seriesBillOf(tickets, percent);
  const lines = [
    ...chosen.map((date) => ({ label: dateText(date), amount: date.ticket.price })),
    ...(discount > 0 ? [{ label: `まとめて購入で${percent}%引き`, amount: -discount }] : []),
    ...taxesOf(tickets, percent),
  ];
  return (
    <aside className={styles.side} aria-label="お申し込み内容">
      <Panel className={styles.summary}>
        <h2 className={styles.title}>
          <Phrases text={title} />
        </h2>
        <hr />
        <Bill lines={lines} totalLabel="合計(税込)" total={total} />
        <p className={styles.note}>主催 {host.nickname}</p>
      </Panel>
    </aside>
  );
}

/** The tax included in the prices after the discount, by rate, rounded for each ticket as on its receipt. */
function taxesOf(tickets: readonly PaidDate['ticket'][], percent: number) {
  const rates = [...new Set(tickets.map(({ taxRate }) => taxRate))].filter((rate) => rate > 0);
  return rates.map((taxRate) => ({
    label: `うち消費税(${taxRate}%)`,
    amount: tickets
      .filter((ticket) => ticket.taxRate === taxRate)
      .reduce((sum, { price }) => sum + taxOf({ price: price - seriesDiscountOf(price, percent), taxRate }), 0),
  }));
}
