import type { FiguresDays } from '@manabiba/shared/contract/host-figures';
import { getHostFigures, listClassFigures } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint, useEndpointPages } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';

import { hostFiguresHref } from '../../core/classroom/host-figures-path';
import { ClassTable } from './class-table';
import { Totals } from './totals';

import styles from './host-figures.module.css';

interface ClassFiguresProps {
  /** Undefined: all classes. */
  days: FiguresDays | undefined;
}

/** The totals and the list of the classes of a period. */
export function ClassFigures({ days }: ClassFiguresProps) {
  const query = days === undefined ? {} : { days };
  const totals = useEndpoint(getHostFigures, { query });
  const list = useEndpointPages(listClassFigures, { query });
  return (
    <>
      {totals.data && totals.data.classCount > 0 && <Totals totals={totals.data} />}
      {!totals.data && totals.error && (
        <ErrorState title="合計を表示できませんでした。" onRetry={totals.retry} level={2} />
      )}
      {!totals.data && !totals.error && <div className={styles.totalsSpace} />}
      <Section title="教室ごと">
        <PagedList
          list={list}
          name="教室ごとの数字"
          skeleton={<SkeletonTimetable count={6} />}
          empty={<NoClasses days={days} />}
        >
          {(classes) => <ClassTable classes={classes} />}
        </PagedList>
      </Section>
    </>
  );
}

function NoClasses({ days }: ClassFiguresProps) {
  if (days !== undefined)
    return (
      <EmptyState
        title="この期間に終わった教室はありません。"
        action={
          <Link className={buttonClass()} to={hostFiguresHref()} replace>
            すべての期間を見る
          </Link>
        }
      />
    );
  return (
    <EmptyState
      title="終わった教室はまだありません。"
      action={
        <Link className={buttonClass()} to={paths.myClassrooms.href({}, { role: 'host' })}>
          開く教室を見る
        </Link>
      }
    >
      教室を開いて終わると、参加した人の数や参加した時間がここに並びます。
    </EmptyState>
  );
}
