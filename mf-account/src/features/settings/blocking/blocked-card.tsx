import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

/** Loaded lazily: far down the page, and empty for most users. */
const BlockedPeople = lazy(() => import('./blocked-people').then((module) => ({ default: module.BlockedPeople })));

/** The people whom the user has blocked, with an unblock button. */
export function BlockedCard({ id }: { id: string }) {
  return (
    <SettingCard id={id} title="ブロック中の人">
      <Suspense fallback={<SkeletonRows count={1} />}>
        <BlockedPeople sectionId={id} />
      </Suspense>
    </SettingCard>
  );
}
