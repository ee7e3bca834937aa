import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';

import { classNames } from './class-names';
import { Field, type FieldProps, inputClass, withIconClass } from './field';
import { Icon } from './icon';

export interface SelectProps extends FieldProps, ComponentPropsWithRef<'select'> {
  /** The choices; alternatively pass `option` elements as children. */
  options?: readonly { value: string; label: string; isDisabled?: boolean }[];
  /** A first option with the empty value, such as 選択してください. */
  placeholder?: string;
}

/** A select that uses the device's native picker. Takes every select prop. */
export function Select(props: SelectProps) {
  const { label, error, hint, isLabelHidden, options, placeholder, id, className, children, ...rest } = props;
  return (
    <Field label={label} error={error} hint={hint} isLabelHidden={isLabelHidden} id={id}>
      {(tied) => (
        <span className={withIconClass}>
          <select {...rest} {...tied} className={classNames(inputClass, className)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options?.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
            {children}
          </select>
          <Icon icon={ChevronDown} />
        </span>
      )}
    </Field>
  );
}
