import { listTeamLog } from '@manabiba/shared/data/endpoints';
import { useEndpointPages } from '@manabiba/shared/platform';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Panel } from '@manabiba/shared/ui/panel';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { sentenceOf } from './log-words';

import parts from '../../core/organizing/tab-parts.module.css';
import styles from './team.module.css';

/** What the owner and the members have done, the latest first. */
export function TeamLog({ eventId }: { eventId: string }) {
  const list = useEndpointPages(listTeamLog, { params: { id: eventId } }, { maxAgeSeconds: 0 });
  return (
    <Panel>
      <h2 className={parts.heading}>操作の記録</h2>
      <p className={styles.note}>主催者と運営メンバー全員が読めます。</p>
      <div className={styles.records}>
        <PagedList
          list={list}
          name="操作の記録"
          skeleton={<SkeletonRows count={4} />}
          empty={<EmptyState title="まだ記録はありません。">編集や受付をすると、ここに残ります。</EmptyState>}
        >
          {(items) => (
            <ol className={styles.log} aria-label="操作の記録">
              {items.map((entry) => (
                <li key={entry.id}>
                  <p>
                    {entry.actor && <strong>{entry.actor.nickname}</strong>}
                    <span>{sentenceOf(entry)}</span>
                  </p>
                  <DateTime value={entry.createdAt} />
                </li>
              ))}
            </ol>
          )}
        </PagedList>
      </div>
    </Panel>
  );
}
