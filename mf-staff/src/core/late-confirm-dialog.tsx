import type { ConfirmDialogProps } from '@manabiba/shared/ui/confirm-dialog';
import { lazy, Suspense } from 'react';

const ConfirmDialog = lazy(() =>
  import('@manabiba/shared/ui/confirm-dialog').then((module) => ({ default: module.ConfirmDialog })),
);

/** Asks for confirmation, with code that is loaded when it is first asked for. */
export const LateConfirmDialog = (props: ConfirmDialogProps) =>
  props.isOpen && (
    <Suspense>
      <ConfirmDialog {...props} />
    </Suspense>
  );
