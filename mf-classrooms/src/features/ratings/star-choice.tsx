import { FieldError } from '@manabiba/shared/ui/field';
import { Star } from 'lucide-react';
import { type ComponentPropsWithRef, useId } from 'react';

import { starCounts } from './stars';

import styles from './ratings.module.css';

interface StarChoiceProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'value'> {
  legend: string;
  error: string | undefined;
}

/** One to five stars as a radio group. A form library's props are passed to every radio. */
export function StarChoice({ legend, error, ...rest }: StarChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} aria-invalid={error ? true : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choice}>
        {starCounts.map((count) => (
          <label key={count}>
            <input {...rest} type="radio" value={count} aria-label={`星${count}つ`} />
            <Star size={28} strokeWidth={1.5} aria-hidden />
          </label>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
