import { takeToasts, type ToastAction, type ToastKind } from '@manabiba/shared/feedback/toast';
import { type ComponentType, useEffect, useState } from 'react';

import { loadUntilDone } from '../app/load-again';

interface Toasts {
  Toasts: ComponentType;
  showToast: (kind: ToastKind, message: string, action?: ToastAction) => void;
}

/**
 * Loads the toast library with the first toast, so that the first screen does not wait for it. Toasts wait for it: the
 * device may be offline, and what failed then is what they say.
 */
export function ToastHost() {
  const [toasts, setToasts] = useState<Toasts>();
  useEffect(() => {
    let loading: Promise<Toasts> | undefined;
    return takeToasts((kind, message, action) => {
      loading ??= loadUntilDone(() => import('./toasts'));
      void loading.then((loaded) => {
        setToasts(loaded);
        loaded.showToast(kind, message, action);
      });
    });
  }, []);
  return toasts && <toasts.Toasts />;
}
