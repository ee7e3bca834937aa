import { getOrganizerSales, listOrganizedEvents } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { SalesChart } from '../../core/organizing/sales-chart';
import { CreateEventButton } from './create-event-button';
import { OrganizedRows } from './organized-rows';

import styles from './organized-events.module.css';

/** The number of events shown in the settings. */
const SHOWN = 5;

/** The events section in a professional's settings: sales and the events themselves. */
export function OwnEventsCards() {
  return (
    <>
      <SalesByMonth />
      <EventsCard />
    </>
  );
}

function SalesByMonth() {
  const { data, error, retry } = useEndpoint(getOrganizerSales, {});
  const title = '売上の推移';
  if (!data)
    return (
      <SettingCard id="sales-by-month" title={title}>
        {error ? <ErrorState title={`${title}を表示できませんでした。`} onRetry={retry} /> : <SkeletonRows count={3} />}
      </SettingCard>
    );
  const isEmpty = data.months.every(({ applications }) => applications === 0);
  return (
    <SettingCard id="sales-by-month" title={title}>
      {isEmpty ? (
        <p className={styles.note}>
          この1年のお申し込みはまだありません。チケットが売れると、月ごとの売上が表示されます。
        </p>
      ) : (
        <>
          <p className={styles.note}>申し込みのあった月ごとの売上(税込)です。返金した分は含みません。</p>
          <SalesChart
            title={title}
            unit="円"
            columns={['月', '申し込み', '売上(税込)', '受け取り']}
            bars={data.months.map(({ month, applications, gross, net }) => ({
              key: month,
              label: month.replace('-', '/'),
              value: gross,
              cells: [`${applications}件`, formatYen(gross), formatYen(net)],
            }))}
          />
        </>
      )}
    </SettingCard>
  );
}

function EventsCard() {
  const { data, error, retry } = useEndpoint(listOrganizedEvents, { query: { limit: SHOWN } });
  return (
    <SettingCard id="events" title="イベント">
      {!data &&
        (error ? <ErrorState title="イベントを表示できませんでした。" onRetry={retry} /> : <SkeletonRows count={3} />)}
      {data?.items.length === 0 && (
        <p className={styles.note}>
          まだイベントはありません。下書きをつくると、公開の準備ができるまで何度でも書き直せます。
        </p>
      )}
      {data && data.items.length > 0 && <OrganizedRows events={data.items} />}
      <div className={styles.foot}>
        <CreateEventButton />
        {data && data.items.length > 0 && (
          <Link className={textLinkClass} to={paths.organizedEvents.href()}>
            すべてのイベントを見る
          </Link>
        )}
      </div>
    </SettingCard>
  );
}
