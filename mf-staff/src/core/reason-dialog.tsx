import { lazy, Suspense } from 'react';

import type { ReasonDialogProps } from './reason-form';

const ReasonForm = lazy(() => import('./reason-form').then((module) => ({ default: module.ReasonForm })));

/** Asks for the reason of an action, which is logged. Keeps the typed text until the parent closes it. */
export const ReasonDialog = (props: ReasonDialogProps) => (
  <Suspense>
    <ReasonForm {...props} />
  </Suspense>
);
