import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';

import { classNames } from './class-names';
import { Spinner } from './spinner';

import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet' | 'following';
export type ButtonSize = 'small' | 'medium' | 'large';

interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Fills the available width. */
  isBlock?: boolean;
}

export interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  /** The call is running: shows a spinner and ignores further clicks. */
  isLoading?: boolean;
  /** Label while loading, such as 送信中…; defaults to the button's own. */
  loadingLabel?: string;
  /** An `Icon` before the label. */
  icon?: ReactNode;
}

const variantClass: Record<ButtonVariant, string | undefined> = {
  primary: styles.primary,
  secondary: styles.secondary,
  ghost: styles.ghost,
  danger: styles.danger,
  'danger-quiet': styles.dangerQuiet,
  following: styles.following,
};

/** The button's styles for another element, such as a router link. */
export function buttonClass({ variant = 'secondary', size = 'medium', isBlock = false }: ButtonLook = {}): string {
  return classNames(
    styles.button,
    variantClass[variant],
    size === 'small' && styles.small,
    size === 'large' && styles.large,
    isBlock && styles.block,
  );
}

/** A button. Use one `primary` per screen, for its main action. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isBlock,
    isLoading = false,
    loadingLabel,
    icon,
    className,
    children,
    onClick,
    ...rest
  } = props;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // A click on a loading submit button would submit the form again.
    if (isLoading) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      type="button"
      {...rest}
      aria-busy={isLoading || undefined}
      className={classNames(buttonClass({ variant, size, isBlock }), className)}
      onClick={handleClick}
    >
      {isLoading ? <Spinner /> : icon}
      {/* An element of its own: a browser that translates the page replaces text nodes, beside which React inserts. */}
      <span className={styles.label}>{isLoading && loadingLabel !== undefined ? loadingLabel : children}</span>
    </button>
  );
}
