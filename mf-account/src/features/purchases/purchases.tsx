import type { SaleHistory } from '@manabiba/shared/contract/payments';
import { listSaleHistories } from '@manabiba/shared/data/endpoints';
import { dayKey } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpointPages } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import styles from './purchases.module.css';

const ReceiptDialog = lazy(() => import('./receipt-dialog').then((module) => ({ default: module.ReceiptDialog })));

const stateWords: Record<SaleHistory['state'], string> = {
  pending: 'お支払い待ち',
  paid: '支払い済み',
  refunded: '返金済み',
  failed: '取り消し',
};

/** Receipts are issued for tickets, and for what went back of them. */
const hasReceipt = ({ type, state }: SaleHistory) =>
  (type === 'ticket' && (state === 'paid' || state === 'refunded')) || (type === 'refund' && state === 'refunded');

/** The slot settings-history: what somebody paid and got back, the newest first, with the receipts. */
export function Purchases() {
  const list = useEndpointPages(listSaleHistories, { query: {} }, { maxAgeSeconds: 0 });
  const [shown, setShown] = useState<SaleHistory>();
  return (
    <>
      <PagedList
        list={list}
        name="購入履歴"
        skeleton={<SkeletonRows count={2} />}
        empty={<p className={styles.empty}>購入履歴はまだありません。チケットやプランのお支払いが、ここに残ります。</p>}
      >
        {(sales) => (
          <ul className={styles.ledger}>
            {sales.map((sale) => (
              <SaleRow key={sale.id} sale={sale} onOpen={() => setShown(sale)} />
            ))}
          </ul>
        )}
      </PagedList>
      {shown && (
        <Suspense>
          <ReceiptDialog sale={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function SaleRow({ sale, onOpen }: { sale: SaleHistory; onOpen: () => void }) {
  const isRefund = sale.type === 'refund';
  return (
    <li>
      <time dateTime={sale.occurredAt}>{dayKey(sale.occurredAt).replaceAll('-', '/')}</time>
      <span className={styles.title}>{sale.title}</span>
      <span className={styles.state}>{stateWords[sale.state]}</span>
      <span className={styles.amount}>{formatYen(sale.amount)}</span>
      <span className={styles.receipt}>
        {hasReceipt(sale) && (
          <IconButton label={`${isRefund ? '返金の明細' : '領収書'}を開く: ${sale.title}`} onClick={onOpen}>
            <Icon icon={ReceiptText} />
          </IconButton>
        )}
      </span>
    </li>
  );
}
