import type { SaleHistory } from '@manabiba/shared/contract/payments';
import { listSaleHistories } from '@manabiba/shared/data/endpoints';
import { dayKey } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, useEndpointPages, useUser } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { iconButtonClass } from '@manabiba/shared/ui/icon-button';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Select } from '@manabiba/shared/ui/select';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';

import styles from './purchases.module.css';

const stateWords: Record<SaleHistory['state'], string> = {
  pending: 'お支払い待ち',
  paid: '支払い済み',
  refunded: '返金済み',
  failed: '取り消し',
};

/** The settings-history slot: payments and refunds, newest first, with their receipts. */
export function Purchases() {
  const [filter, setFilter] = useState<Filter>({});
  const list = useEndpointPages(
    listSaleHistories,
    { query: { ...filter } },
    { maxAgeSeconds: 0, keepPreviousData: true },
  );
  const [page] = list.pages;
  const isFiltered = filter.year !== undefined || filter.type !== undefined;
  return (
    <>
      {page && page.years.length > 0 && <Filters years={page.years} filter={filter} onChange={setFilter} />}
      <PagedList
        list={list}
        name="購入履歴"
        skeleton={<SkeletonRows count={2} />}
        empty={
          isFiltered ? (
            <div className={styles.none}>
              <p className={styles.empty}>この条件に合う購入履歴はありません。</p>
              <Button onClick={() => setFilter({})}>条件を解除する</Button>
            </div>
          ) : (
            <p className={styles.empty}>購入履歴はまだありません。チケットやプランのお支払いが、ここに残ります。</p>
          )
        }
      >
        {(sales) => (
          <ul className={styles.ledger}>
            {sales.map((sale) => (
              <SaleRow key={sale.id} sale={sale} />
            ))}
          </ul>
        )}
      </PagedList>
      {page && page.items.length > 0 && (
        <p className={styles.total}>
          <span>{totalLabel(filter)}</span>
          <b>{formatYen(page.total)}</b>
        </p>
      )}
    </>
  );
}

interface Filter {
  year?: number;
  type?: SaleHistory['type'];
}

function totalLabel({ year, type }: Filter): string {
  const what = type === undefined ? 'お支払いの合計(返金を差し引いた額)' : `${typeWords[type]}の合計`;
  return year === undefined ? what : `${year}年の${what}`;
}

const typeWords: Record<SaleHistory['type'], string> = {
  ticket: 'チケット',
  subscription: 'プラン',
  refund: '返金',
  payout: '売上の振込',
};
const types = Object.entries(typeWords).map(([value, label]) => ({ value, label }));
const typesOfBuyer = types.filter(({ value }) => value !== 'payout');

interface FiltersProps {
  /** The years that have entries. */
  years: readonly number[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}

function Filters({ years, filter, onChange }: FiltersProps) {
  const { isProfessional } = useUser();
  const { year: _year, ...ofAllYears } = filter;
  const { type: _type, ...ofAllTypes } = filter;
  return (
    <div className={styles.filters}>
      <Select
        label="年"
        isLabelHidden
        placeholder="すべての年"
        options={years.map((year) => ({ value: String(year), label: `${year}年` }))}
        value={filter.year ?? ''}
        onChange={({ target }) => onChange(target.value ? { ...filter, year: Number(target.value) } : ofAllYears)}
      />
      <Select
        label="種類"
        isLabelHidden
        placeholder="すべての種類"
        options={isProfessional ? types : typesOfBuyer}
        value={filter.type ?? ''}
        onChange={({ target }) =>
          onChange(target.value ? { ...filter, type: target.value as SaleHistory['type'] } : ofAllTypes)
        }
      />
    </div>
  );
}

function SaleRow({ sale }: { sale: SaleHistory }) {
  const isRefund = sale.type === 'refund';
  return (
    <li>
      <time dateTime={sale.occurredAt}>{dayKey(sale.occurredAt).replaceAll('-', '/')}</time>
      <span className={styles.title}>{sale.title}</span>
      <span className={styles.state}>{stateWords[sale.state]}</span>
      <span className={styles.amount}>{formatYen(sale.amount)}</span>
      <span className={styles.receipt}>
        {sale.receiptUrl !== null && (
          <Link
            className={iconButtonClass()}
            aria-label={`${isRefund ? '返金の明細' : '領収書'}を開く: ${sale.title}`}
            to={paths.receipt.href({ id: sale.id })}
          >
            <Icon icon={ReceiptText} />
          </Link>
        )}
      </span>
    </li>
  );
}
