import type { StaffPayout } from '@manabiba/shared/contract/staff-money';
import { listStaffPayouts } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, useEndpointPages } from '@manabiba/shared/platform';
import { Badge, type BadgeTone } from '@manabiba/shared/ui/badge';
import { FilterChips } from '@manabiba/shared/ui/filter-chips';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { useState } from 'react';

import { numberClass, StaffTable } from '../../core/staff-table';

import shared from '../../core/staff-parts.module.css';
import styles from './money.module.css';

const stateWords: Readonly<Record<StaffPayout['state'], { word: string; tone: BadgeTone }>> = {
  pending: { word: '手続き中', tone: 'warn' },
  paid: { word: '振込済み', tone: 'ok' },
  failed: { word: '振込できず', tone: 'live' },
};
const stages = [{ key: 'paid', name: '振込済み' }] as const;
const columns = ['申し込み', '主催者', '金額', '状態', '理由'] as const;

/** Transfers to organizers: those that wait or failed, or those that were made. */
export function PayoutsSection() {
  const [stage, setStage] = useState<'paid'>();
  const list = useEndpointPages(
    listStaffPayouts,
    { query: { stage: stage ?? 'held' } },
    { maxAgeSeconds: 0, keepPreviousData: true },
  );
  return (
    <section aria-labelledby="payouts-title" className={styles.part}>
      <h2 id="payouts-title">主催者への振込</h2>
      <FilterChips label="振込の状態" all="止まっているもの" options={stages} selected={stage} onSelect={setStage} />
      <PagedList
        list={list}
        name="振込"
        skeleton={<SkeletonRows count={3} isRuled />}
        empty={
          <p className={shared.note}>{stage ? '振り込んだものはありません。' : '止まっている振込はありません。'}</p>
        }
      >
        {(payouts) => (
          <StaffTable columns={columns} numbers={['金額']}>
            {payouts.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </StaffTable>
        )}
      </PagedList>
    </section>
  );
}

/** Why a transfer has not arrived. */
function reasonOf({ state, refusals, failureReason }: StaffPayout): string {
  if (state === 'failed') return `${failureReason ?? ''} 金額は主催者の残高に戻りました。`.trim();
  return state === 'pending' && refusals > 0
    ? `決済サービスの残高が足りず、${refusals}回見送られました。1時間ごとに試します。`
    : '';
}

function PayoutRow({ payout }: { payout: StaffPayout }) {
  const { organizer, amount, state, createdAt } = payout;
  return (
    <tr>
      <td data-label="申し込み">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </td>
      <td data-label="主催者">
        <Link className={textLinkClass} to={`/staff/people?${new URLSearchParams({ q: organizer.id }).toString()}`}>
          {organizer.nickname}
        </Link>
      </td>
      <td data-label="金額" className={numberClass}>
        {formatYen(amount)}
      </td>
      <td data-label="状態">
        <Badge tone={stateWords[state].tone}>{stateWords[state].word}</Badge>
      </td>
      <td data-label="理由">{reasonOf(payout)}</td>
    </tr>
  );
}
