import type { SaleHistory } from '@manabiba/shared/contract/payments';
import { listSaleHistories } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpointPages } from '@manabiba/shared/platform';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import styles from './sales.module.css';

const words: Record<SaleHistory['state'], string> = {
  pending: '手続き中',
  paid: '振込済み',
  refunded: '返金済み',
  failed: '振込できませんでした',
};

/** Past transfers to the organizer, newest first. */
export function TransferHistory() {
  const list = useEndpointPages(listSaleHistories, { query: { type: 'payout' } });
  return (
    <div className={styles.part}>
      <h3>振込の履歴</h3>
      <PagedList
        list={list}
        name="振込の履歴"
        skeleton={<SkeletonRows count={2} />}
        empty={<p className={styles.note}>まだ振込はありません。</p>}
      >
        {(items) => (
          <ul className={styles.ledger}>
            {items.map(({ id, occurredAt, title, state, amount }) => (
              <li key={id}>
                <time dateTime={occurredAt}>{formatDate(occurredAt)}</time>
                <span className={styles.grow}>{title}</span>
                <span className={state === 'failed' ? styles.failed : styles.soft}>{words[state]}</span>
                <span className={styles.sum}>{formatYen(amount)}</span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
