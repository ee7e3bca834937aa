import type { ComponentPropsWithRef } from 'react';

import { classNames } from './class-names';
import styles from './icon-button.module.css';

export interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  /** What it does, for those who cannot see the icon. */
  label: string;
  isOutlined?: boolean;
  /** A vermilion dot: something unread is behind it. Say how much in `label`. */
  hasDot?: boolean;
}

/** The look of an icon button for something else, such as a router's link; give that its own aria-label. */
export function iconButtonClass({ isOutlined = false }: { isOutlined?: boolean } = {}): string {
  return classNames(styles.button, isOutlined && styles.outlined);
}

/** The dot of an `iconButtonClass` link. */
export function UnreadDot() {
  return <span className={styles.dot} />;
}

/** A button whose whole face is one `Icon`, 44 px square. */
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
