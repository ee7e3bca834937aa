import 'sonner/dist/styles.css';

import type { ToastAction, ToastKind } from '@manabiba/shared/feedback/toast';
import { Icon } from '@manabiba/shared/ui/icon';
import { toastClass } from '@manabiba/shared/ui/toast';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { toast, Toaster } from 'sonner';

import styles from './toasts.module.css';

/** How long a toast is shown, in milliseconds. */
const TOAST_MS = 3000;
/** Longer when the toast has an action. */
const TOAST_WITH_ACTION_MS = 8000;

const icons = { success: <Icon icon={CircleCheck} />, error: <Icon icon={TriangleAlert} /> };

/** Distance from the header, in pixels. */
const GAP = 12;

/** The side offsets are in the stylesheet: the library would use one number for all four. */
const offset = { wide: { top: 'var(--toast-top)' }, narrow: { top: 'var(--toast-top)', left: 0, right: 0 } };

/** Notices may be above the header, and large text makes it taller: its end is measured when a toast appears. */
function placeBelowHeader() {
  const bottom = document.querySelector('header, [data-header]')?.getBoundingClientRect().bottom ?? 0;
  document.documentElement.style.setProperty('--toast-top', `${Math.max(bottom, 0) + GAP}px`);
}

/** Toast position: top center, below the header. */
export function Toasts() {
  return (
    <Toaster
      position="top-center"
      duration={TOAST_MS}
      offset={offset.wide}
      mobileOffset={offset.narrow}
      containerAriaLabel="通知"
      icons={icons}
      className={styles.toaster}
      toastOptions={{
        unstyled: true,
        classNames: { toast: `${toastClass} ${styles.toast}`, actionButton: styles.action },
      }}
    />
  );
}

export function showToast(kind: ToastKind, message: string, action?: ToastAction): void {
  placeBelowHeader();
  if (action)
    toast[kind](message, { duration: TOAST_WITH_ACTION_MS, action: { label: action.label, onClick: action.onPress } });
  else toast[kind](message);
}
