import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { LIVE_FRAME_INTERVAL_MS } from '@manabiba/shared/contract/limits';
import { listClassrooms } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonLive } from '@manabiba/shared/ui/skeleton-cards';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { LiveMediaCard } from '../../core/classroom/live-media-card';
import { useCategories } from '../../core/classroom/use-categories';
import { LeadAndList } from '../../core/lead-and-list';
import { LeadCard } from './lead-card';
import { neighboursStand } from './neighbours-stand';

/** The large card and four beside it. */
const SHOWN = 5;

/** 開催中の教室 in the order of the api: the largest audience with time left as a large card, four more beside it. */
export function LiveSection() {
  const { data, error, retry } = useEndpoint(
    listClassrooms,
    { query: { state: 'live' } },
    // Audiences move, and so do the images of what is shown.
    { refreshIntervalMs: LIVE_FRAME_INTERVAL_MS },
  );
  return (
    <Section
      title="開催中の教室"
      count={data && data.totalCount > 0 ? `${formatCount(data.totalCount)}の教室` : undefined}
      more={
        <Link
          className={moreLinkClass}
          to={paths.classrooms.href({}, { state: 'live' })}
          aria-label="開催中の教室をすべて見る"
        >
          <MoreLabel />
        </Link>
      }
    >
      {data && <LiveClassrooms classrooms={data.items} />}
      {!data && !error && <SkeletonLive count={SHOWN} />}
      {!data && error && (
        <ErrorState title="開催中の教室を表示できませんでした。" hint={neighboursStand} onRetry={retry} />
      )}
    </Section>
  );
}

function LiveClassrooms({ classrooms }: { classrooms: Classroom[] }) {
  const { categoryName } = useCategories();
  if (classrooms.length === 0) {
    return (
      <EmptyState
        title="まだ教室はありません。"
        action={
          <Link className={buttonClass()} to={paths.classrooms.href({}, { state: 'scheduled' })}>
            これから始まる教室を見る
          </Link>
        }
      >
        開催中の教室があると、ここに並びます。
      </EmptyState>
    );
  }
  return (
    <LeadAndList
      items={classrooms}
      large={(classroom) => <LeadCard classroom={classroom} categoryName={categoryName(classroom.categoryId)} />}
      small={(classroom) => <LiveMediaCard classroom={classroom} categoryName={categoryName(classroom.categoryId)} />}
    />
  );
}
