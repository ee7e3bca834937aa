import type { NotificationTimelineRow } from '@manabiba/shared/contract/announcements';
import { getNotificationTimeline } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { channelWords, kindWords } from '../../core/delivery-words';
import { StaffFrame } from '../../core/staff-frame';
import { numberClass, StaffTable } from '../../core/staff-table';
import { WorkFigures } from '../../core/work-queue/work-queue';

const sumOf = (items: readonly NotificationTimelineRow[], name: 'sent' | 'failed' | 'queued') =>
  items.reduce((sum, row) => sum + row[name], 0).toLocaleString('ja-JP');

/** What became of the notifications of the last seven days. */
export function Deliveries() {
  const { data, error, isRefreshing, retry } = useEndpoint(getNotificationTimeline, {}, { maxAgeSeconds: 0 });
  const items = data?.items ?? [];
  const figures = [
    `失敗 ${sumOf(items, 'failed')}件`,
    `待ち ${sumOf(items, 'queued')}件`,
    `7日間 ${sumOf(items, 'sent')}件`,
  ];
  return (
    <StaffFrame title="お知らせの配信" facts={data && <WorkFigures figures={figures} />}>
      {!data && error && (
        <ErrorState title="配信を表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
      )}
      {!data && !error && <SkeletonRows count={6} isRuled />}
      {data && items.length === 0 && (
        <EmptyState title="この7日間の配信はありません。" level={2} drawing="bell">
          ひとりの人に届いたお知らせは、「利用者」でその方を開くと表示されます。
        </EmptyState>
      )}
      {items.length > 0 && <Rows items={items} />}
    </StaffFrame>
  );
}

const columns = ['種類', '経路', '送った', '待ち', '失敗', '送らず', '開いた', '遅れ'] as const;

function Rows({ items }: { items: readonly NotificationTimelineRow[] }) {
  return (
    <StaffTable columns={columns} numbers={columns.slice(2)}>
      {items.map((row) => (
        <tr key={`${row.kind} ${row.channel} ${row.dropped}`}>
          {cellsOf(row).map((cell, index) => (
            <td key={columns[index]} data-label={columns[index]} className={index > 1 ? numberClass : undefined}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </StaffTable>
  );
}

const cellsOf = ({ kind, channel, latenessSeconds, ...counts }: NotificationTimelineRow) => [
  kindWords[kind],
  channelWords[channel],
  ...([counts.sent, counts.queued, counts.failed, counts.dropped, counts.opened] as const).map((count) =>
    count.toLocaleString('ja-JP'),
  ),
  latenessSeconds === null ? '' : `${latenessSeconds}秒`,
];
