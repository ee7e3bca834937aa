import { CardGrid } from './card';
import { classNames } from './class-names';
import { Skeleton, SkeletonGroup, upTo } from './skeleton';

import styles from './skeleton.module.css';

/** Card grid: cover, title, two facts. Three per row are events, whose cards have a further line. */
export function SkeletonCards({ count, columns }: { count: number; columns: 2 | 3 | 4 }) {
  return (
    <SkeletonGroup>
      <CardGrid columns={columns}>
        {upTo(count).map((index) => (
          <li key={index} className={classNames(styles.card, columns === 3 && styles.cardOfEvent)}>
            <Skeleton shape="cover" />
            <Skeleton shape="title" width={100} />
            <Skeleton width={60} />
            <Skeleton width={40} />
          </li>
        ))}
      </CardGrid>
    </SkeletonGroup>
  );
}

/** The large card of a live classroom, with a list of smaller ones beside it. */
export function SkeletonLive({ count = 4 }: { count?: number }) {
  return (
    <SkeletonGroup>
      <div className={styles.live}>
        <div>
          <Skeleton shape="cover" />
          <div className={styles.lead}>
            <div className={styles.words}>
              <Skeleton shape="heading" width={80} />
              <div className={styles.host}>
                <Skeleton shape="round" size={32} />
                <Skeleton width={40} />
              </div>
            </div>
            <Skeleton shape="button" />
          </div>
        </div>
        <div className={styles.list}>
          {upTo(count - 1).map((index) => (
            <div key={index} className={styles.media}>
              <Skeleton shape="cover" />
              <div className={styles.words}>
                <Skeleton shape="title" width={100} />
                <Skeleton shape="title" width={60} />
                <Skeleton width={40} />
              </div>
            </div>
          ))}
        </div>
      </div>
    </SkeletonGroup>
  );
}
