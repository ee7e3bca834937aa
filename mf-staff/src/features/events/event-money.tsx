import type { StaffEventRecord } from '@manabiba/shared/contract/staff-events';
import { formatYen } from '@manabiba/shared/format/yen';

import { CaseFactList } from '../../core/work-queue/work-queue';

import shared from '../../core/staff-parts.module.css';

/** Sales and refunds of an event, and what its organizer gets, as the organizer sees them. */
export function EventMoney({ record: { sales, refunds, earnings } }: { record: StaffEventRecord }) {
  const { applications, paid, gross, fee, net, feePercent } = sales;
  const sum = ({ count, amount }: StaffEventRecord['refunds']['paid']) => `${formatYen(amount)}(${count}件)`;
  return (
    <section aria-labelledby="money-title" className={shared.part}>
      <h2 id="money-title">売上と返金</h2>
      <CaseFactList
        facts={[
          ['申し込み', `${applications.toLocaleString('ja-JP')}人(有料 ${paid.toLocaleString('ja-JP')}人)`],
          ['売上', formatYen(gross)],
          ['手数料', `${formatYen(fee)}(${feePercent}%)`],
          ['主催者の受け取り', formatYen(net)],
          ['返金済み', sum(refunds.paid)],
          ['返金の手続き中', sum(refunds.pending)],
          ...(refunds.failed.count > 0 ? [['返金できず', sum(refunds.failed)] as const] : []),
          ['振り込める額', formatYen(earnings.settled)],
          ['振り込めるまで待つ額', formatYen(earnings.pending)],
          ['振込先', earnings.canReceivePayouts ? '登録済み' : '登録が済んでいません'],
        ]}
      />
    </section>
  );
}
