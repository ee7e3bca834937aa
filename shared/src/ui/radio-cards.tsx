import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';

import { classNames } from './class-names';
import { FieldError } from './field';

import styles from './radio-cards.module.css';

export interface RadioCard {
  value: string;
  label: ReactNode;
  note?: ReactNode;
  /** An `Icon` at the right edge. */
  icon?: ReactNode;
  isDisabled?: boolean;
}

export interface RadioCardsProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'value' | 'defaultValue' | 'children'
> {
  legend: string;
  isLegendHidden?: boolean;
  options: readonly RadioCard[];
  /** The chosen value, when the parent controls it. */
  value?: string;
  defaultValue?: string;
  error?: string;
}

/**
 * A radio group for a few choices that each need a description. `name`, `ref` and handlers are passed to every radio,
 * as a form library expects.
 */
export function RadioCards(props: RadioCardsProps) {
  const { legend, isLegendHidden = false, options, value, defaultValue, error, name, className, ...rest } = props;
  const id = useId();
  return (
    <fieldset
      className={className}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className={classNames(styles.legend, isLegendHidden && styles.hiddenLegend)}>{legend}</legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              {...rest}
              {...(value === undefined ? {} : { checked: value === option.value })}
              {...(defaultValue === undefined ? {} : { defaultChecked: defaultValue === option.value })}
              name={name ?? id}
              value={option.value}
              disabled={option.isDisabled ?? rest.disabled}
            />
            <span className={styles.words}>
              <strong>{option.label}</strong>
              {option.note !== undefined && <small>{option.note}</small>}
            </span>
            {option.icon}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
