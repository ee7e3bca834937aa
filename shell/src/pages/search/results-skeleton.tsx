import { SkeletonPeople } from '@manabiba/shared/ui/people-grid';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton-cards';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';

import type { ShownKind } from '../../search/search-kinds';

/** As high as these results of a kind, which are there before the code that renders them: nothing below moves. */
export function ResultsSkeleton({ kind, count }: { kind: ShownKind; count: number }) {
  switch (kind) {
    case 'classroom':
    case 'series':
      return <SkeletonTimetable count={count} />;
    case 'event':
      return <SkeletonCards count={count} columns={3} />;
    case 'archive':
      return <SkeletonCards count={count} columns={4} />;
    case 'professional':
    case 'person':
      return <SkeletonPeople count={count} />;
  }
}
