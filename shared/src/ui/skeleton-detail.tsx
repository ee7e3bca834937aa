import { Skeleton, SkeletonGroup } from './skeleton';

import styles from './skeleton.module.css';

/** Detail page: its title, facts and text, and the side panel. */
export function SkeletonDetail() {
  return (
    <SkeletonGroup>
      <div className={styles.detail}>
        <div className={styles.words}>
          <Skeleton width={20} />
          <Skeleton shape="heading" width={80} />
          <div className={styles.host}>
            <Skeleton shape="round" />
            <Skeleton shape="title" width={20} />
          </div>
          <Skeleton width={100} />
          <Skeleton width={100} />
          <Skeleton width={60} />
        </div>
        <div className={styles.panel}>
          <Skeleton shape="heading" width={60} />
          <Skeleton width={80} />
          <Skeleton width={60} />
          <Skeleton shape="button" width={100} />
        </div>
      </div>
    </SkeletonGroup>
  );
}
