import { TRANSFER_DELAY_DAYS } from '@manabiba/shared/contract/limits';
import { getStripeConnect } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { EarningsHistory } from './earnings-history';
import { PayoutAccount } from './payout-account';
import { TransferForm } from './transfer-form';

import styles from './sales.module.css';

/** The sales balance of an organizer, its destination, and how it came about. */
export function SalesCard({ id }: { id: string }) {
  const { data, error, retry } = useEndpoint(getStripeConnect, {});
  if (!data)
    return (
      <SettingCard id={id} title="売上と振込">
        {error ? <ErrorState title="売上を表示できませんでした。" onRetry={retry} /> : <SkeletonRows count={3} />}
      </SettingCard>
    );
  return (
    <SettingCard id={id} title="売上と振込">
      <dl className={styles.balance}>
        <div>
          <dt>振込できる金額</dt>
          <dd>
            {formatCount(data.availableBalance)}
            <small>円</small>
          </dd>
        </div>
        <div>
          <dt>確認中の売上</dt>
          <dd className={styles.soft}>
            {formatCount(data.pendingBalance)}
            <small>円</small>
          </dd>
        </div>
      </dl>
      <p className={styles.note}>
        売上は、手数料を差し引いた金額です。イベントの終了(アーカイブの視聴チケットは購入)から{TRANSFER_DELAY_DAYS}
        日後に、振り込めるようになります。
      </p>
      <div className={styles.part}>
        <PayoutAccount account={data} />
        {data.payoutsEnabled && <TransferForm key={data.availableBalance} available={data.availableBalance} />}
      </div>
      <EarningsHistory />
    </SettingCard>
  );
}
