import type { Earning } from '@manabiba/shared/contract/earnings';
import { listEarnings } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import styles from './sales.module.css';

const words: Record<Earning['state'], string> = {
  pending: '確認中',
  settled: '確定',
  refunded: '返金済み',
  transferring: '手続き中',
  paid: '振込済み',
  failed: '振込できませんでした',
};

/** Sales by event and transfers, newest first: how the balance came about. */
export function EarningsHistory() {
  const list = useEndpointPages(listEarnings, {});
  return (
    <div className={styles.part}>
      <h3>履歴</h3>
      <PagedList
        list={list}
        name="売上と振込の履歴"
        skeleton={<SkeletonRows count={2} />}
        empty={<p className={styles.note}>まだ売上はありません。</p>}
      >
        {(items) => (
          <ul className={styles.ledger}>
            {items.map((item) => (
              <Entry key={item.id} earning={item} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function Entry({
  earning: { type, title, eventId, tickets, amount, refunded, state, occurredAt },
}: {
  earning: Earning;
}) {
  return (
    <li>
      <time dateTime={occurredAt}>{formatDate(occurredAt)}</time>
      <span className={styles.grow}>
        {eventId === null ? (
          <span>{title}</span>
        ) : (
          <Link className={textLinkClass} to={paths.editEvent.href({ id: eventId })}>
            {title}
          </Link>
        )}
        {type === 'sales' && tickets > 0 && <span className={styles.count}>{`(${tickets}枚)`}</span>}
        {refunded > 0 && <span className={styles.back}>{`返金 ${formatYen(refunded)}`}</span>}
      </span>
      <span className={state === 'failed' ? styles.failed : styles.soft}>{words[state]}</span>
      <span className={styles.sum}>{formatYen(amount)}</span>
    </li>
  );
}
