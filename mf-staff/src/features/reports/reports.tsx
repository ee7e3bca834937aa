import type { OpenReport } from '@manabiba/shared/contract/staff-reports';
import { listReports } from '@manabiba/shared/data/endpoints';
import { useEndpoint, useNavigate, useNow, useSearchParams } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { StaffFrame } from '../../core/staff-frame';
import { waitText, waitWords } from '../../core/work-queue/wait-text';
import { WorkFigures, type WorkItem, WorkQueue } from '../../core/work-queue/work-queue';
import { ReportCase } from './report-case';
import { placeOf, wordOfReason } from './report-words';

const CLOCK_MS = 60_000;
/** New reports appear by themselves. */
const REFRESH_MS = 30_000;

/** Open reports, with the selected one next to the list. */
export function Reports() {
  const { data, error, isRefreshing, retry } = useEndpoint(
    listReports,
    {},
    { maxAgeSeconds: 0, refreshIntervalMs: REFRESH_MS },
  );
  const now = useNow(CLOCK_MS);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [first, setFirst] = useState<string>();
  if (!data)
    return (
      <StaffFrame title="通報">
        {error ? (
          <ErrorState title="通報を表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={6} isRuled />
        )}
      </StaffFrame>
    );
  const { items, openCount, minorCount } = data;
  // Reports that arrive or go meanwhile do not replace the one that is being read.
  const asked = query.get('report') ?? first ?? items[0]?.id;
  if (first === undefined && asked !== undefined) setFirst(asked);
  const index = items.findIndex(({ id }) => id === asked);

  function handleDecided() {
    setFirst(undefined);
    const next = items[index + 1] ?? items[index - 1];
    void navigate(next ? reportPath(next.id) : REPORTS_PATH, { replace: true });
  }

  return (
    <StaffFrame
      title="通報"
      facts={<WorkFigures figures={[`未対応 ${openCount}件`, `未成年が関わるもの ${minorCount}件`]} />}
    >
      {asked === undefined ? (
        <EmptyState title="対応を待つ通報はありません。" level={2}>
          通報されると、ここに表示されます。
        </EmptyState>
      ) : (
        <WorkQueue
          label="通報"
          items={items.map((report) => itemOf(report, now))}
          hiddenCount={openCount - items.length}
          selectedId={asked}
        >
          <ReportCase key={asked} id={asked} onDecided={handleDecided} />
        </WorkQueue>
      )}
    </StaffFrame>
  );
}

const REPORTS_PATH = '/staff/reports';
const reportPath = (id: string) => `${REPORTS_PATH}?report=${encodeURIComponent(id)}`;

function itemOf(report: OpenReport, now: Date): WorkItem {
  const { id, reason, createdAt, hasMinor } = report;
  return {
    id,
    path: reportPath(id),
    name: wordOfReason(reason),
    note: placeOf(report),
    side: (
      <>
        {hasMinor && <Badge tone="live">未成年</Badge>}
        <time dateTime={createdAt} aria-label={`${waitWords(createdAt, now)}待ち`}>
          {waitText(createdAt, now)}
        </time>
      </>
    ),
  };
}
