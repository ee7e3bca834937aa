import { classNames } from '@manabiba/shared/ui/class-names';
import type { ReactNode } from 'react';

import styles from './room-stage.module.css';

export interface StageControlProps {
  icon: ReactNode;
  children: string;
  onClick?: () => void;
  isPressed?: boolean;
  /** Whether what it shows and hides is shown; undefined for other controls. */
  isExpanded?: boolean;
  isBusy?: boolean;
  isDisabled?: boolean;
  className?: string | undefined;
  /** A keyboard shortcut, as for `aria-keyshortcuts`. */
  shortcut?: string;
}

/**
 * An icon with its label below. The label names the action, so screen readers do not announce the state redundantly.
 */
export function StageControl({
  icon,
  children,
  onClick,
  isPressed,
  isExpanded,
  isBusy = false,
  isDisabled = false,
  className,
  shortcut,
}: StageControlProps) {
  return (
    <button
      type="button"
      className={classNames(styles.control, className)}
      data-on={isPressed}
      aria-expanded={isExpanded}
      disabled={isDisabled}
      aria-busy={isBusy || undefined}
      aria-keyshortcuts={shortcut}
      onClick={() => !isBusy && onClick?.()}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}
