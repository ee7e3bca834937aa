import type { SignedInMe } from '@manabiba/shared/contract/users';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

/** Loaded lazily, in one chunk: few users have any. */
const Integrations = lazy(() => import('./integrations').then((module) => ({ default: module.Integrations })));

/** The keys with which programs of the user call the api. */
export function ApiKeysCard({ id, me }: { id: string; me: SignedInMe }) {
  return (
    <SettingCard id={id} title="APIキー">
      <Suspense fallback={<SkeletonRows count={1} />}>
        <Integrations kind="apiKeys" sectionId={id} me={me} />
      </Suspense>
    </SettingCard>
  );
}

/** The addresses to which is posted what happens to the organizer's events. */
export function WebhooksCard({ id, me }: { id: string; me: SignedInMe }) {
  return (
    <SettingCard id={id} title="Webhook">
      <Suspense fallback={<SkeletonRows count={1} />}>
        <Integrations kind="webhooks" sectionId={id} me={me} />
      </Suspense>
    </SettingCard>
  );
}
