import type { LedgerCheck } from '@manabiba/shared/contract/staff-money';
import { checkLedger } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { useState } from 'react';

import { numberClass, StaffTable } from '../../core/staff-table';

import shared from '../../core/staff-parts.module.css';
import styles from './money.module.css';

type Account = LedgerCheck['differences'][number]['account'];
const accountWords: Readonly<Record<Account, string>> = {
  paid: 'お支払い',
  invoices: 'うちプラン',
  refunded: '返金',
  transferred: '主催者への振込',
  payment_refunds: 'お支払いと返金の合計',
};
const sumColumns = ['種類', '決済サービス', '帳簿', '差'] as const;
const differenceColumns = ['種類', '決済サービスの番号', 'こちらの番号', '決済サービス', '帳簿'] as const;

/** Compares the payment provider with the books when asked, and shows the figures of both. */
export function LedgerSection() {
  const { run, isRunning } = useEndpointMutation(checkLedger);
  const [check, setCheck] = useState<LedgerCheck | null>(null);

  async function handleCheck() {
    try {
      setCheck(await run({}));
    } catch (error) {
      showMessageFor(error);
    }
  }

  return (
    <section aria-labelledby="ledger-title" className={styles.part}>
      <div className={styles.head}>
        <h2 id="ledger-title">帳簿の照合</h2>
        <Button size="small" isLoading={isRunning} onClick={() => void handleCheck()}>
          照合する
        </Button>
      </div>
      <div role="status">
        {check ? (
          <p className={styles.outcome}>
            <Badge tone={check.differenceCount === 0 ? 'ok' : 'live'}>
              {check.differenceCount === 0 ? '一致' : `${check.differenceCount.toLocaleString('ja-JP')}件の違い`}
            </Badge>
            <time dateTime={check.checkedAt}>{formatDateTime(check.checkedAt)}</time>
          </p>
        ) : (
          <p className={shared.note}>決済サービスのお支払い、返金、振込をすべて読み、帳簿と1円まで比べます。</p>
        )}
      </div>
      {check && <Sums sums={check.sums} />}
      {check && check.differences.length > 0 && <Differences differences={check.differences} />}
    </section>
  );
}

function Sums({ sums }: Pick<LedgerCheck, 'sums'>) {
  return (
    <StaffTable columns={sumColumns} numbers={sumColumns.slice(1)}>
      {(['paid', 'invoices', 'refunded', 'transferred'] as const).map((account) => {
        const { provider, books } = sums[account];
        return (
          <tr key={account}>
            <td data-label="種類">{accountWords[account]}</td>
            <td data-label="決済サービス" className={numberClass}>
              {formatYen(provider)}
            </td>
            <td data-label="帳簿" className={numberClass}>
              {formatYen(books)}
            </td>
            <td data-label="差" className={numberClass}>
              {formatYen(provider - books)}
            </td>
          </tr>
        );
      })}
    </StaffTable>
  );
}

const amountWords = (amount: number | null) => (amount === null ? 'なし' : formatYen(amount));

function Differences({ differences }: Pick<LedgerCheck, 'differences'>) {
  return (
    <StaffTable columns={differenceColumns} numbers={['決済サービス', '帳簿']}>
      {differences.map(({ account, id, ownId, provider, books }) => (
        <tr key={`${account} ${id}`}>
          <td data-label="種類">{accountWords[account]}</td>
          <td data-label="決済サービスの番号">
            <code>{id}</code>
          </td>
          <td data-label="こちらの番号">{ownId === null ? 'なし' : <code>{ownId}</code>}</td>
          <td data-label="決済サービス" className={numberClass}>
            {amountWords(provider)}
          </td>
          <td data-label="帳簿" className={numberClass}>
            {amountWords(books)}
          </td>
        </tr>
      ))}
    </StaffTable>
  );
}
