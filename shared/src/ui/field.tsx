import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { classNames } from './class-names';
import { Icon } from './icon';

import styles from './field.module.css';

/** The props of every form field besides those of its control. */
export interface FieldProps {
  label: string;
  /** The validation error, as a sentence. */
  error?: string;
  /** Help text shown with the field. */
  hint?: ReactNode;
  /** The label is visible to screen readers only. */
  isLabelHidden?: boolean;
}

/** The attributes that link a control to its label, hint and error; spread them on the control. */
export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** The control's own id, when another element refers to it. */
  id?: string;
  counter?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** A label, a control, and the messages about its value. */
export function Field({ label, error, hint, isLabelHidden = false, id, counter, children }: FieldFrameProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hasHint = hint !== undefined && hint !== null;
  const described = [error && `${controlId}-error`, hasHint && `${controlId}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.field, error && styles.hasError)}>
      <div className={classNames(styles.head, isLabelHidden && styles.hiddenHead)}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
        </label>
        {counter}
      </div>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
      {hasHint && (
        <p className={styles.hint} id={`${controlId}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The validation error under a field; announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id} role="alert">
      <Icon icon={TriangleAlert} size={16} />
      <span>{children}</span>
    </p>
  );
}

/** The styles of a text control. */
export const inputClass = classNames(styles.input);
/** The styles of a control with an icon at its right end. */
export const withIconClass = classNames(styles.withIcon);
