import type { SignedInMe } from '@manabiba/shared/contract/users';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

/** Loaded lazily: below the first screen, and empty for most users. */
const OwnPasskeys = lazy(() =>
  import(/* webpackChunkName: "own-keys" */ './own-passkeys').then((module) => ({ default: module.OwnPasskeys })),
);

/** The passkeys with which the user signs in. */
export function PasskeysCard({ id, me }: { id: string; me: SignedInMe }) {
  return (
    <SettingCard id={id} title="パスキー">
      <Suspense fallback={<SkeletonRows count={1} />}>
        <OwnPasskeys sectionId={id} me={me} />
      </Suspense>
    </SettingCard>
  );
}
