import { takeToasts, type ToastAction, type ToastKind } from '@manabiba/shared/feedback/toast';
import { type ComponentType, useEffect, useState } from 'react';

interface Toasts {
  Toasts: ComponentType;
  showToast: (kind: ToastKind, message: string, action?: ToastAction) => void;
}

/** Loads the toast library with the first toast, so that the first screen does not wait for it. */
export function ToastHost() {
  const [toasts, setToasts] = useState<Toasts>();
  useEffect(() => {
    let loading: Promise<Toasts> | undefined;
    return takeToasts((kind, message, action) => {
      loading ??= import('./toasts');
      loading.then(
        (loaded) => {
          setToasts(loaded);
          loaded.showToast(kind, message, action);
        },
        () => {
          // The next toast retries.
          loading = undefined;
        },
      );
    });
  }, []);
  return toasts && <toasts.Toasts />;
}
