import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import type { EventSales } from '@manabiba/shared/contract/event-sales';
import { TRANSFER_DELAY_DAYS } from '@manabiba/shared/contract/limits';
import { getEventSales } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { SalesChart } from '../../core/organizing/sales-chart';
import { CancelEvent } from './cancel-event';
import { EmbedPanel } from './embed-panel';
import { LatestParticipants } from './latest-participants';
import { salesBars } from './sales-bars';

import styles from './event-run.module.css';

/** The sales and latest participations of an event; for the owner also its cancellation while it has not started. */
export function Overview({ event }: { event: OrganizedEventDetail }) {
  const { data, error, retry } = useEndpoint(getEventSales, { params: { id: event.id } }, { maxAgeSeconds: 0 });
  if (!data)
    return error ? (
      <ErrorState title="売上を表示できませんでした。" onRetry={retry} level={2} />
    ) : (
      <SkeletonRows count={6} />
    );
  const { isOwner } = event.myAccess;
  return (
    <>
      <Figures sales={data} />
      <div className={styles.two}>
        <Trend sales={data} />
        <PerTicket sales={data} />
        <Payout sales={data} isOwner={isOwner} />
        <LatestParticipants event={event} />
        {event.state !== 'cancelled' && <EmbedPanel event={event} />}
        {isOwner && (event.state === 'published' || event.state === 'open') && (
          <CancelEvent event={event} sales={data} />
        )}
      </div>
    </>
  );
}

function Figures({ sales }: { sales: EventSales }) {
  const { applications, seats, gross, net, waitlisted } = sales;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>申し込み</dt>
        <dd>
          {formatCount(applications)}
          <small>{seats === null ? '人' : `/ ${formatCount(seats)}席`}</small>
        </dd>
      </div>
      <div>
        <dt>売上(税込)</dt>
        <dd>
          {formatCount(gross)}
          <small>円</small>
        </dd>
      </div>
      <div>
        <dt>受け取りの見込み</dt>
        <dd>
          {formatCount(net)}
          <small>円</small>
        </dd>
      </div>
      <div>
        <dt>キャンセル待ち</dt>
        <dd>
          {formatCount(waitlisted)}
          <small>人</small>
        </dd>
      </div>
    </dl>
  );
}

function Trend({ sales }: { sales: EventSales }) {
  const title = '申し込みの推移';
  return (
    <Panel>
      <h2 className={styles.heading}>{title}</h2>
      {sales.perDay.length === 0 ? (
        <p className={styles.note}>まだ申し込みはありません。</p>
      ) : (
        <SalesChart
          title={title}
          unit="件"
          legend={{ bars: '1日の件数', line: '累計(右の目盛り)' }}
          columns={['日付', '申し込み', '売上(税込)', '累計']}
          bars={salesBars(sales.perDay)}
        />
      )}
    </Panel>
  );
}

function PerTicket({ sales: { perTicket, pendingPayment, held } }: { sales: EventSales }) {
  return (
    <Panel>
      <h2 className={styles.heading}>チケットごと</h2>
      <ul className={styles.byTicket}>
        {perTicket.map(({ ticketTypeId, name, sold, quota }) => (
          <li key={ticketTypeId}>
            <p>
              <span>{name}</span>
              <span>{quota === null ? `${formatCount(sold)}席` : `${formatCount(sold)} / ${formatCount(quota)}`}</span>
            </p>
            {quota !== null && quota > 0 && (
              <svg className={styles.meter} aria-hidden>
                <rect width={`${(sold / quota) * 100}%`} height="100%" />
              </svg>
            )}
          </li>
        ))}
      </ul>
      {pendingPayment + held > 0 && (
        <p className={styles.note}>
          お支払い待ち {formatCount(pendingPayment)}席、確保中 {formatCount(held)}席を含みません。
        </p>
      )}
    </Panel>
  );
}

function Payout({ sales, isOwner }: { sales: EventSales; isOwner: boolean }) {
  const { paid, gross, fee, feePercent, net, refunded } = sales;
  return (
    <Panel>
      <h2 className={styles.heading}>振込</h2>
      <dl className={styles.bill}>
        <div>
          <dt>売上({formatCount(paid)}件)</dt>
          <dd>{formatYen(gross)}</dd>
        </div>
        <div className={styles.soft}>
          <dt>手数料({feePercent}%)</dt>
          <dd>{fee === 0 ? formatYen(0) : `-${formatYen(fee)}`}</dd>
        </div>
        <div className={styles.total}>
          <dt>受け取り</dt>
          <dd>{formatYen(net)}</dd>
        </div>
      </dl>
      {refunded > 0 && <p className={styles.note}>このほかに、{formatYen(refunded)}を返金しました。</p>}
      <p className={styles.note}>
        イベントの終了(アーカイブの視聴チケットは購入)から{TRANSFER_DELAY_DAYS}日後に、振り込めるようになります。
      </p>
      {isOwner && (
        <p className={styles.more}>
          <Link className={textLinkClass} to={{ pathname: paths.orgSettings.href(), hash: '#sales' }}>
            売上と振込を見る
          </Link>
        </p>
      )}
    </Panel>
  );
}
