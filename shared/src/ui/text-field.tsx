import { type ComponentPropsWithRef, type FormEvent, useRef } from 'react';

import { CharacterCounter, useCharacterCount } from './character-counter';
import { classNames } from './class-names';
import { Field, type FieldProps, inputClass } from './field';
import { useMergedRefs } from './use-merged-refs';

export interface TextFieldProps extends FieldProps, ComponentPropsWithRef<'input'> {
  /** Shows a character counter. It only informs; validation is up to the form. */
  maxCharacters?: number;
}

/** A single-line text field. Takes every input prop, so a form library can be spread on it. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, isLabelHidden, maxCharacters, id, className, ref, onInput, ...rest } = props;
  const control = useRef<HTMLInputElement>(null);
  const controlRef = useMergedRefs(control, ref);
  const { count, recount } = useCharacterCount(control, rest.value ?? rest.defaultValue);

  function handleInput(event: FormEvent<HTMLInputElement>) {
    recount();
    onInput?.(event as Parameters<NonNullable<typeof onInput>>[0]);
  }

  const counter = maxCharacters === undefined ? undefined : <CharacterCounter count={count} max={maxCharacters} />;
  return (
    <Field label={label} error={error} hint={hint} isLabelHidden={isLabelHidden} id={id} counter={counter}>
      {(tied) => (
        <input
          type="text"
          {...rest}
          {...tied}
          ref={controlRef}
          className={classNames(inputClass, className)}
          onInput={handleInput}
        />
      )}
    </Field>
  );
}
