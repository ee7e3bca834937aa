import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';

import styles from './event-month.module.css';

const DAYS = Array.from({ length: 35 }, (_, index) => index);

/** Skeleton of the month and the selected day. */
export function MonthSkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles.bar}>
        <Skeleton shape="button" />
        <Skeleton shape="button" />
      </div>
      <div className={styles.skeleton}>
        {DAYS.map((day) => (
          <span key={day} className={styles.skeletonDay} />
        ))}
      </div>
    </SkeletonGroup>
  );
}
