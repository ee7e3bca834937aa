import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';

import { classNames } from './class-names';

import styles from './switch.module.css';

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role'> {
  label: ReactNode;
  /** The label is visible to screen readers only, as in a table of switches. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
}

/** A switch that takes effect at once. Its hint is a description, not part of the name. Takes every input prop. */
export function Switch({ label, isLabelHidden = false, hint, className, ...rest }: SwitchProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  return (
    <label className={classNames(styles.switch, isLabelHidden && styles.bare, className)}>
      <span className={isLabelHidden ? styles.hiddenLabel : styles.words}>
        <span id={`${id}-label`}>{label}</span>
        {hasHint && <small id={`${id}-hint`}>{hint}</small>}
      </span>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- A checkbox has the state natively.
        role="switch"
        {...rest}
        aria-labelledby={hasHint ? `${id}-label` : undefined}
        aria-describedby={hasHint ? `${id}-hint` : undefined}
      />
    </label>
  );
}
