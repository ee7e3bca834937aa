import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { formatDateTime } from '@manabiba/shared/format/date-time';

import { CaseFactList } from '../../core/work-queue/work-queue';

import shared from '../../core/staff-parts.module.css';

const refundWords: Readonly<Record<ClassroomEvent['refundPolicy'], string>> = {
  until_24_hours: '開始の24時間前まで全額',
  until_7_days: '開始の7日前まで全額',
  none: '返金なし',
};

/** What buyers read about an event before they pay. */
export function EventForBuyers({ event }: { event: ClassroomEvent }) {
  const { subtitle, entryOpenAt, endAt, speakers, refundPolicy, cancelPolicy, cancelReason } = event;
  return (
    <section aria-labelledby="buyers-title" className={shared.part}>
      <h2 id="buyers-title">購入者に見えること</h2>
      <CaseFactList
        facts={[
          ...(subtitle === '' ? [] : [['副題', subtitle] as const]),
          ['開場', formatDateTime(entryOpenAt)],
          ['終了', formatDateTime(endAt)],
          ['話す人', speakers.map(({ nickname }) => nickname).join('、') || 'なし'],
          ['取り消しの返金', refundWords[refundPolicy]],
          ...(cancelPolicy === '' ? [] : [['補足', cancelPolicy] as const]),
          ...(cancelReason === '' ? [] : [['中止の理由', cancelReason] as const]),
        ]}
      />
    </section>
  );
}
