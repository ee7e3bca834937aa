import type { WaitingPerson } from '@manabiba/shared/contract/staff-reviews';
import { listIdentityReviews } from '@manabiba/shared/data/endpoints';
import { ageInJapan } from '@manabiba/shared/format/age';
import { useEndpoint, useNavigate, useNow, useSearchParams } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { StaffFrame } from '../../core/staff-frame';
import { waitText, waitWords } from '../../core/work-queue/wait-text';
import { WorkFigures, type WorkItem, WorkQueue } from '../../core/work-queue/work-queue';
import { ReviewCase } from './review-case';
import { useReviewKeys } from './use-review-keys';

const CLOCK_MS = 60_000;
/** New documents appear by themselves. */
const REFRESH_MS = 30_000;

/** The queue of identity documents, with the selected user's case next to it. */
export function IdentityReview() {
  const { data, error, isRefreshing, retry } = useEndpoint(
    listIdentityReviews,
    {},
    { maxAgeSeconds: 0, refreshIntervalMs: REFRESH_MS },
  );
  const now = useNow(CLOCK_MS);
  if (!data)
    return (
      <StaffFrame title="本人確認">
        {error ? (
          <ErrorState
            title="待っている方を表示できませんでした。"
            level={2}
            onRetry={retry}
            isRetrying={isRefreshing}
          />
        ) : (
          <SkeletonRows count={6} isRuled />
        )}
      </StaffFrame>
    );
  const [first] = data.items;
  const figures = [
    `${data.waitingCount}件`,
    ...(first ? [`最も長い待ち ${waitWords(first.waitingSince, now)}`] : []),
    `今日 ${data.decidedToday}件を処理`,
  ];
  return (
    <StaffFrame title="本人確認" facts={<WorkFigures figures={figures} />}>
      {first ? (
        <Cases people={data.items} waitingCount={data.waitingCount} now={now} />
      ) : (
        <EmptyState title="待っている方はいません。" level={2}>
          書類が提出されると、ここに表示されます。
        </EmptyState>
      )}
    </StaffFrame>
  );
}

interface CasesProps {
  people: readonly WaitingPerson[];
  waitingCount: number;
  now: Date;
}

/** The queue next to the case in the URL, or else the one that has waited longest. */
function Cases({ people, waitingCount, now }: CasesProps) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  // People who join or leave the queue meanwhile do not replace the one who is being reviewed.
  const [first, setFirst] = useState(people[0]?.userId);
  const asked = query.get('person') ?? first ?? people[0]?.userId;
  const index = people.findIndex(({ userId }) => userId === asked);
  // Keeps the typed text of a case while another one is open.
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  // Whom a key or a decision has led to: the focus follows.
  const [reached, setReached] = useState<string>();

  function show(next: WaitingPerson) {
    setReached(next.userId);
    void navigate(reviewPath(next.userId), { replace: true });
  }

  useReviewKeys({
    // Handled here so that the shortcuts also work while a case is loading or missing.
    onMove(by) {
      const next = people[index + by];
      if (next) show(next);
    },
  });

  function handleDecided() {
    setFirst(undefined);
    const next = people[index + 1] ?? people[index - 1];
    if (next) show(next);
    else void navigate('/staff', { replace: true });
  }

  return (
    <WorkQueue
      label="待っている人"
      items={people.map((person) => itemOf(person, now))}
      hiddenCount={waitingCount - people.length}
      selectedId={asked}
    >
      {asked !== undefined && (
        <ReviewCase
          key={asked}
          userId={asked}
          now={now}
          reason={reasons[asked] ?? ''}
          onReason={(reason) => setReasons((all) => ({ ...all, [asked]: reason }))}
          takesFocus={reached === asked}
          onDecided={handleDecided}
        />
      )}
    </WorkQueue>
  );
}

const reviewPath = (userId: string) => `/staff?person=${encodeURIComponent(userId)}`;

function itemOf(person: WaitingPerson, now: Date): WorkItem {
  const { userId, nickname, waitingSince } = person;
  return {
    id: userId,
    path: reviewPath(userId),
    name: nickname,
    note: kindOf(person, now),
    side: (
      <time dateTime={waitingSince} aria-label={`${waitWords(waitingSince, now)}待ち`}>
        {waitText(waitingSince, now)}
      </time>
    ),
  };
}

function kindOf({ isProfessional, birthDate, returnedCount, firstApproval }: WaitingPerson, now: Date): string {
  const age = ageInJapan(birthDate, now);
  const kind = isProfessional ? 'プロフェッショナル' : `${age}歳`;
  return [kind, firstApproval && '2人目の確認', returnedCount > 0 && `再提出 ${returnedCount}回目`]
    .filter(Boolean)
    .join('・');
}
