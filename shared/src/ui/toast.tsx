import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './toast.module.css';

/** Class of a toast, for the library that animates it. */
export const toastClass = classNames(styles.toast);

/** The visible toast. To show one, use the platform's `toast`. */
export function Toast({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={toastClass}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
