import type { Subscription } from '@manabiba/shared/contract/plans';
import { Button, type ButtonVariant } from '@manabiba/shared/ui/button';
import { lazy, Suspense, useState } from 'react';

const CancelDialog = lazy(() => import('./cancel-dialog').then((module) => ({ default: module.CancelDialog })));

/** Opens the cancellation of a plan. */
export function CancelButton({ subscription, variant }: { subscription: Subscription; variant: ButtonVariant }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setIsAsking(true)}>
        プランを解約する
      </Button>
      {isAsking && (
        <Suspense>
          <CancelDialog subscription={subscription} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
