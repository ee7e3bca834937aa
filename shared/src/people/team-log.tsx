import { DateTime } from '../ui/date-time';
import { EmptyState } from '../ui/empty-state';
import { PagedList } from '../ui/paged-list';
import { Panel } from '../ui/panel';
import { SkeletonRows } from '../ui/skeleton';
import { sentenceOf } from './team-log-words';
import type { TeamSource } from './team-source';

import styles from './team.module.css';

/** What the owner and the members have done, the latest first. */
export function TeamLog({ log }: Pick<TeamSource, 'log'>) {
  return (
    <Panel>
      <h2 className={styles.heading}>操作の記録</h2>
      <p className={styles.note}>主催者と運営メンバー全員が読めます。</p>
      <div className={styles.records}>
        <PagedList
          list={log}
          name="操作の記録"
          skeleton={<SkeletonRows count={4} />}
          empty={<EmptyState title="まだ記録はありません。">編集などの操作をすると、ここに残ります。</EmptyState>}
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
