import { Skeleton, SkeletonGroup } from './skeleton';

import styles from './skeleton.module.css';

/** Profile header: image, name, introduction, figures. */
export function SkeletonProfile() {
  return (
    <SkeletonGroup>
      <div className={styles.profile}>
        <Skeleton shape="round" size={120} />
        <div className={styles.words}>
          <Skeleton shape="heading" width={40} />
          <Skeleton width={20} />
          <Skeleton width={60} />
          <Skeleton width={60} />
        </div>
        <Skeleton shape="button" />
      </div>
    </SkeletonGroup>
  );
}
