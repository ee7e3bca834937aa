import { classNames } from './class-names';
import { Skeleton, SkeletonGroup, upTo } from './skeleton';

import styles from './skeleton.module.css';

/** Timetable rows: time, title and facts, a small button. `columns` is 2 as on the top page. */
export function SkeletonTimetable({ count, columns = 1 }: { count: number; columns?: 1 | 2 }) {
  return (
    <SkeletonGroup>
      <ul className={classNames(styles.timetable, columns === 2 && styles.twoColumns)}>
        {upTo(count).map((index) => (
          <li key={index} className={styles.slot}>
            <Skeleton shape="heading" width={80} />
            <div className={styles.words}>
              <Skeleton shape="title" width={80} />
              <Skeleton width={60} />
            </div>
            <Skeleton shape="small-button" />
          </li>
        ))}
      </ul>
    </SkeletonGroup>
  );
}
