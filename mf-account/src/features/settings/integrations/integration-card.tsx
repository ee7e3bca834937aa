import type { SignedInMe } from '@manabiba/shared/contract/users';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

/** Loaded lazily with its heading, in one chunk: the first screen has no room, and few users have any. */
const Integrations = lazy(() => import('./integrations').then((module) => ({ default: module.Integrations })));

/** What other programs are connected by: `api-keys` or `webhooks`. */
export const IntegrationCard = (place: { id: string; me: SignedInMe }) => (
  <Suspense fallback={<SkeletonRows count={1} />}>
    <Integrations {...place} />
  </Suspense>
);
