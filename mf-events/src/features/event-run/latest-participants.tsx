import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { listOrganizedParticipants } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { ParticipantTable } from './participant-table';

import styles from './event-run.module.css';

/** How many participations the overview shows. */
const LATEST = 5;

/** The latest participations of an event, with a link to all of them. */
export function LatestParticipants({ event }: { event: OrganizedEventDetail }) {
  const { data, error, isRefreshing, retry } = useEndpoint(
    listOrganizedParticipants,
    { params: { id: event.id }, query: { limit: LATEST } },
    { maxAgeSeconds: 0 },
  );
  return (
    <Panel className={styles.latest}>
      <h2 className={styles.heading}>参加者</h2>
      {!data && error && (
        <ErrorState title="参加者を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} level={3} />
      )}
      {!data && !error && <SkeletonRows count={LATEST} />}
      {data?.totalCount === 0 && <p className={styles.note}>申し込みがあると、ここに表示されます。</p>}
      {data && data.totalCount > 0 && (
        <>
          <ParticipantTable event={event} participants={data.items} />
          <p className={styles.more}>
            <Link className={textLinkClass} to={paths.editEvent.href({ id: event.id }, { tab: 'participants' })}>
              {formatCount(data.totalCount)}件をすべて見る
            </Link>
          </p>
        </>
      )}
    </Panel>
  );
}
