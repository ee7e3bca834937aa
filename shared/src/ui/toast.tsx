import type { ReactNode } from 'react';

import { classNames } from './class-names';
import styles from './toast.module.css';

/** The look of a toast, for whatever library moves it in and out. */
export const toastClass = classNames(styles.toast);

/** How a toast looks while it is there. To show one, use the platform's `toast`. */
export function Toast({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={toastClass}>
      {icon}
      {children}
    </span>
  );
}
