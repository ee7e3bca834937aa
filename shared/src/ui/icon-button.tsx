import type { ComponentPropsWithRef } from 'react';

import { classNames } from './class-names';

import styles from './icon-button.module.css';

export interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  /** The accessible label: what the button does. */
  label: string;
  isOutlined?: boolean;
  /** A vermilion dot for unread content. Include the count in `label`. */
  hasDot?: boolean;
}

/** The icon button's styles for another element, such as a router link; that element needs its own aria-label. */
export function iconButtonClass({ isOutlined = false }: { isOutlined?: boolean } = {}): string {
  return classNames(styles.button, isOutlined && styles.outlined);
}

/** The dot of an `iconButtonClass` link. */
export function UnreadDot() {
  return <span className={styles.dot} />;
}

/** A square 44 px button with a single `Icon`. */
export function IconButton({ label, isOutlined, hasDot = false, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(iconButtonClass({ isOutlined }), className)}
    >
      {children}
      {hasDot && <UnreadDot />}
    </button>
  );
}
