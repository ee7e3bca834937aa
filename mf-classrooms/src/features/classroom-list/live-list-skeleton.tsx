import { Card } from '@manabiba/shared/ui/card';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';

import styles from './classroom-list.module.css';

/** The skeleton of the live list. */
export function LiveListSkeleton({ count }: { count: number }) {
  return (
    <SkeletonGroup>
      <div className={styles.live}>
        {Array.from({ length: count }, (_, seat) => (
          <Card key={seat} isMedia>
            <Skeleton shape="cover" />
            <div className={styles.lines}>
              <Skeleton shape="title" width={100} />
              <Skeleton width={60} />
              <Skeleton width={40} />
            </div>
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  );
}
