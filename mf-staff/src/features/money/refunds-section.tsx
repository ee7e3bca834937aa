import type { PaidTicket } from '@manabiba/shared/contract/staff-money';
import { listPaidTickets } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpoint, useSearchParams } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { SearchForm } from '../../core/search-form';
import { numberClass, StaffTable } from '../../core/staff-table';
import { RefundDialog } from './refund-dialog';

import shared from '../../core/staff-parts.module.css';
import styles from './money.module.css';

/** Finds a user's ticket payments and refunds the remaining amount. */
export function RefundsSection() {
  const [query, setQuery] = useSearchParams();
  const words = query.get('q') ?? '';
  return (
    <section aria-labelledby="refunds-title" className={styles.part}>
      <h2 id="refunds-title">返金</h2>
      <SearchForm
        label="お支払いをさがす"
        hint="購入した方のメールアドレスか番号、お支払いの番号"
        words={words}
        onSearch={(q) => setQuery(q === '' ? {} : { q })}
      />
      {words === '' ? (
        <p className={shared.note}>イベントの返金の決まりによらず、チケットのお支払いの残りを返金できます。</p>
      ) : (
        <Found words={words} />
      )}
    </section>
  );
}

function Found({ words }: { words: string }) {
  const { data, error, isRefreshing, retry } = useEndpoint(
    listPaidTickets,
    { query: { q: words } },
    { maxAgeSeconds: 0, keepPreviousData: true },
  );
  const [selected, setSelected] = useState<PaidTicket | null>(null);
  if (!data)
    return error ? (
      <ErrorState title="お支払いを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
    ) : (
      <SkeletonRows count={3} isRuled />
    );
  if (data.items.length === 0)
    return <p className={shared.note}>お支払いは見つかりませんでした。名前ではさがせません。</p>;
  return (
    <>
      <StaffTable columns={columns} numbers={['金額', '返金']}>
        {data.items.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} onRefund={() => setSelected(payment)} />
        ))}
      </StaffTable>
      {selected && <RefundDialog payment={selected} onClose={() => setSelected(null)} />}
    </>
  );
}

const columns = ['お支払い', '相手', 'チケット', '金額', '返金', '操作'] as const;

function PaymentRow({ payment, onRefund }: { payment: PaidTicket; onRefund: () => void }) {
  const { title, buyer, paidAt, amount, refunded, state } = payment;
  return (
    <tr>
      <td data-label="お支払い">
        <time dateTime={paidAt}>{formatDate(paidAt)}</time>
      </td>
      <td data-label="相手">{buyer === '' ? '退会した方' : buyer}</td>
      <td data-label="チケット">{title}</td>
      <td data-label="金額" className={numberClass}>
        {formatYen(amount)}
      </td>
      <td data-label="返金" className={numberClass}>
        {formatYen(refunded)}
      </td>
      <td data-label="操作">
        {state === 'refundable' && (
          <Button size="small" aria-label={`${title}を返金する`} onClick={onRefund}>
            返金する
          </Button>
        )}
        {state === 'kept' && <Badge tone="plain">席を使用中</Badge>}
        {state === 'refunded' && <Badge tone="ok">返金済み</Badge>}
      </td>
    </tr>
  );
}
