import type { OrganizedStage } from '@manabiba/shared/contract/event-editing';
import { listOrganizedEvents } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { tabClass, TabNav } from '@manabiba/shared/ui/tabs';

import { OrganizedRows } from './organized-rows';

import styles from './organized-events.module.css';

const tabs: readonly { stage: OrganizedStage | undefined; label: string; empty: string }[] = [
  { stage: undefined, label: 'すべて', empty: 'まだイベントはありません。' },
  { stage: 'draft', label: '下書き', empty: '下書きはありません。' },
  { stage: 'public', label: '公開中', empty: '公開中のイベントはありません。' },
  { stage: 'past', label: '終了・中止', empty: '終了したイベントはありません。' },
];

/** An organizer's events by stage, paginated. */
export function OrganizedEvents({ stage, canCreate }: { stage: OrganizedStage | undefined; canCreate: boolean }) {
  const list = useEndpointPages(listOrganizedEvents, { query: { stage } });
  return (
    <>
      <TabNav label="イベントの状態" className={styles.tabs}>
        {tabs.map((tab) => (
          <Link
            key={tab.label}
            className={tabClass}
            to={paths.organizedEvents.href({}, { stage: tab.stage })}
            aria-current={tab.stage === stage ? 'page' : undefined}
          >
            {tab.label}
          </Link>
        ))}
      </TabNav>
      <PagedList
        list={list}
        name="イベント"
        level={2}
        skeleton={<SkeletonRows count={4} />}
        empty={
          <EmptyState title={tabs.find((tab) => tab.stage === stage)?.empty ?? ''} level={2}>
            {canCreate
              ? '「イベントをつくる」から、下書きをはじめられます。公開するまで、ほかの方には表示されません。'
              : '運営メンバーとして参加したイベントが、ここに表示されます。'}
          </EmptyState>
        }
      >
        {(items) => <OrganizedRows events={items} />}
      </PagedList>
    </>
  );
}
