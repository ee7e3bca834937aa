import { Check } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';

import { classNames } from './class-names';
import { FieldError } from './field';

import styles from './checkbox.module.css';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  /** A hint; for a locked choice, the reason. */
  hint?: ReactNode;
  error?: string;
}

/** A checkbox. Takes every prop of an input. */
export function Checkbox({ label, hint, error, className, disabled = false, ...rest }: CheckboxProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const described = [error && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label className={classNames(styles.check, disabled && styles.disabled)}>
        <span className={styles.box}>
          <input
            type="checkbox"
            {...rest}
            disabled={disabled}
            aria-labelledby={hasHint ? `${id}-label` : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
          />
          <Check size={16} strokeWidth={2.7} aria-hidden focusable={false} />
        </span>
        <span id={`${id}-label`}>{label}</span>
        {hasHint && <small id={`${id}-hint`}>{hint}</small>}
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export interface RadioProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A radio button in a group with the same `name`; put the group in a fieldset with a legend. */
export function Radio({ label, hint, className, disabled = false, ...rest }: RadioProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  return (
    <label className={classNames(styles.check, styles.radio, disabled && styles.disabled, className)}>
      <span className={styles.box}>
        <input
          type="radio"
          {...rest}
          disabled={disabled}
          aria-labelledby={hasHint ? `${id}-label` : undefined}
          aria-describedby={hasHint ? `${id}-hint` : undefined}
        />
      </span>
      <span id={`${id}-label`}>{label}</span>
      {hasHint && <small id={`${id}-hint`}>{hint}</small>}
    </label>
  );
}
