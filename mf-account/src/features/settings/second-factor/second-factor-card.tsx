import type { SignedInMe } from '@manabiba/shared/contract/users';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

/** Loaded lazily with the passkeys, beside which it is shown. */
const OwnSecondFactor = lazy(() =>
  import(/* webpackChunkName: "own-keys" */ './own-second-factor').then((module) => ({
    default: module.OwnSecondFactor,
  })),
);

/** The code that is asked for besides a password. */
export function SecondFactorCard({ id, me }: { id: string; me: SignedInMe }) {
  return (
    <SettingCard id={id} title="二段階認証">
      <Suspense fallback={<SkeletonRows count={1} />}>
        <OwnSecondFactor sectionId={id} me={me} />
      </Suspense>
    </SettingCard>
  );
}
