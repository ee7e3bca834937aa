import type { ReactNode } from 'react';

import { Skeleton, SkeletonGroup } from './skeleton';

import styles from './people-grid.module.css';

/** A grid of people, with several columns where there is room. */
export function PeopleGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>;
}

/** Skeletons for `count` people. */
export function SkeletonPeople({ count }: { count: number }) {
  return (
    <SkeletonGroup>
      <ul className={styles.grid}>
        {Array.from({ length: count }, (_, index) => (
          <li key={index} className={styles.place}>
            <Skeleton shape="round" size={40} />
            <div className={styles.words}>
              <Skeleton shape="title" width={60} />
              <Skeleton width={40} />
            </div>
            <Skeleton shape="small-button" />
          </li>
        ))}
      </ul>
    </SkeletonGroup>
  );
}
