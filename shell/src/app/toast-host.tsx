import { type ComponentType, useEffect, useState } from 'react';
import { takeToasts, type ToastKind } from '@manabiba/shared/composition/toast';

interface Toasts {
  Toasts: ComponentType;
  showToast: (kind: ToastKind, message: string) => void;
}

/** Fetches what shows toasts with the first toast, so that the first screen does not wait for it. */
export function ToastHost() {
  const [toasts, setToasts] = useState<Toasts>();
  useEffect(() => {
    let loading: Promise<Toasts> | undefined;
    return takeToasts((kind, message) => {
      loading ??= import('./toasts');
      loading.then((loaded) => {
        setToasts(loaded);
        loaded.showToast(kind, message);
      }, () => {
        // The next toast tries again.
        loading = undefined;
      });
    });
  }, []);
  return toasts && <toasts.Toasts />;
}
