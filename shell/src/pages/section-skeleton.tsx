import { Skeleton, SkeletonGroup, SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { SkeletonCards, SkeletonLive } from '@manabiba/shared/ui/skeleton-cards';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';

import styles from './pages.module.css';

const shapes = {
  classrooms: [<SkeletonLive key="live" />, <SkeletonTimetable key="soon" count={8} columns={2} />],
  cards: [<SkeletonCards key="cards" count={3} columns={3} />],
  faces: [
    <SkeletonGroup key="faces">
      <div className={styles.faces}>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} shape="round" size={64} />
        ))}
      </div>
    </SkeletonGroup>,
  ],
  rows: [<SkeletonRows key="rows" count={3} />],
};

/** Skeleton of a top page section, heading and content, while its code loads. */
export function SectionSkeleton({ of }: { of: keyof typeof shapes }) {
  return shapes[of].map((shape) => (
    <div key={shape.key} className={styles.section}>
      <div className={styles.sectionHeading} data-skeleton-heading="">
        <SkeletonGroup>
          <Skeleton shape="heading" width={20} />
        </SkeletonGroup>
      </div>
      {shape}
    </div>
  ));
}
