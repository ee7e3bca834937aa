import { type ComponentPropsWithRef, type ReactNode, useImperativeHandle, useRef } from 'react';

import { classNames } from './class-names';
import { Spinner } from './spinner';
import { useLoadingState } from './use-loading-state';

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
  /** The call is running: disables the button, shows a spinner and announces it. */
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
  const { ref, variant, size, isBlock, isLoading, loadingLabel, icon, className, disabled, children, ...rest } = props;
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement);
  useLoadingState(button, { isLoading, label: loadingLabel ?? '処理しています…' });

  return (
    <button
      type="button"
      {...rest}
      ref={button}
      disabled={disabled === true || isLoading === true}
      aria-busy={isLoading || undefined}
      className={classNames(buttonClass({ variant, size, isBlock }), className)}
    >
      {isLoading ? <Spinner /> : icon}
      {/* An element of its own: a browser that translates the page replaces text nodes, beside which React inserts. */}
      <span className={styles.label}>{isLoading && loadingLabel !== undefined ? loadingLabel : children}</span>
    </button>
  );
}
