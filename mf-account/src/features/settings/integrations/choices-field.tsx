import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { FieldError } from '@manabiba/shared/ui/field';

import styles from './integrations.module.css';

interface ChoicesFieldProps<T extends string> {
  legend: string;
  choices: readonly T[];
  names: Readonly<Record<T, string>>;
  chosen: readonly T[];
  error: string | undefined;
  onChange: (chosen: T[]) => void;
}

/** A list of checkboxes of which one at least is needed. */
export function ChoicesField<T extends string>(props: ChoicesFieldProps<T>) {
  const { legend, choices, names, chosen, error, onChange } = props;
  const toggle = (choice: T) =>
    onChange(choices.filter((each) => (each === choice ? !chosen.includes(each) : chosen.includes(each))));
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={names[choice]}
          hint={<code>{choice}</code>}
          checked={chosen.includes(choice)}
          aria-invalid={error ? true : undefined}
          onChange={() => toggle(choice)}
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
