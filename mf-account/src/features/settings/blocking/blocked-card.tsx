import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

import { SettingCard } from '../../../core/setting-card';

/** Far down, and empty for most. */
const BlockedPeople = lazy(() => import('./blocked-people').then((module) => ({ default: module.BlockedPeople })));

/** Whom somebody has blocked, and the way to let them in again. */
export function BlockedCard({ id }: { id: string }) {
  return (
    <SettingCard id={id} title="ブロック中の人">
      <Suspense fallback={<SkeletonRows count={1} />}>
        <BlockedPeople sectionId={id} />
      </Suspense>
    </SettingCard>
  );
}
