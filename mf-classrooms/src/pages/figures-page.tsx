import type { FiguresDays } from '@manabiba/shared/contract/host-figures';
import { Link, paths, useSearchParams } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { segmentClass, Segmented } from '@manabiba/shared/ui/segmented';
import { ChevronLeft } from 'lucide-react';

import { hostFiguresHref } from '../core/classroom/host-figures-path';
import { ArchiveFigures } from '../features/host-figures/archive-figures';
import { ClassFigures } from '../features/host-figures/class-figures';
import { FEW_PEOPLE } from '../features/host-figures/people-text';

import styles from '../features/host-figures/host-figures.module.css';

const periods: readonly { days: FiguresDays | undefined; name: string }[] = [
  { days: '30', name: '30日' },
  { days: '90', name: '90日' },
  { days: undefined, name: 'すべて' },
];

/**
 * /me/classrooms/figures: how many people came to the user's classes in a period, which the URL keeps, and how far they
 * watched the archives.
 */
export function FiguresPage() {
  const [search] = useSearchParams();
  const selected = periods.find(({ days }) => days === search.get('days'))?.days;
  return (
    <PageBody className={styles.page}>
      <p>
        <Link className={styles.back} to={paths.myClassrooms.href({}, { when: 'past', role: 'host' })}>
          <Icon icon={ChevronLeft} size={16} />
          自分の教室
        </Link>
      </p>
      <div className={styles.head}>
        <h1>集計</h1>
        <Segmented label="期間">
          {periods.map(({ days, name }) => (
            <Link
              key={name}
              className={segmentClass}
              to={hostFiguresHref(days)}
              aria-current={days === selected ? 'true' : undefined}
            >
              {name}
            </Link>
          ))}
        </Segmented>
      </div>
      <p className={styles.note}>
        だれのことか分からないように、{FEW_PEOPLE}の人数と、引き算で{FEW_PEOPLE}の人数が分かる数は表示しません。
      </p>
      <ClassFigures key={selected} days={selected} />
      <ArchiveFigures />
    </PageBody>
  );
}
