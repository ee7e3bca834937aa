import { type ComponentPropsWithRef, type FormEvent, type KeyboardEvent, useRef } from 'react';

import { CharacterCounter, useCharacterCount } from './character-counter';
import { classNames } from './class-names';
import { Field, type FieldProps, inputClass } from './field';
import { useMergedRefs } from './use-merged-refs';

import styles from './text-area.module.css';

export interface TextAreaProps extends FieldProps, ComponentPropsWithRef<'textarea'> {
  /** Shows a character counter. It only informs; validation is up to the form. */
  maxCharacters?: number;
  /** Wraps a single long line: grows with its text and accepts no line breaks from the keyboard. */
  isTitle?: boolean;
}

/** A multi-line text field. Takes every textarea prop, so a form library can be spread on it. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    error,
    hint,
    isLabelHidden,
    maxCharacters,
    isTitle = false,
    id,
    className,
    ref,
    onInput,
    onKeyDown,
    ...rest
  } = props;
  const control = useRef<HTMLTextAreaElement>(null);
  const controlRef = useMergedRefs(control, ref);
  const { count, recount } = useCharacterCount(control, rest.value ?? rest.defaultValue);

  function handleInput(event: FormEvent<HTMLTextAreaElement>) {
    recount();
    onInput?.(event as Parameters<NonNullable<typeof onInput>>[0]);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    onKeyDown?.(event);
    // The Enter that confirms an input method conversion is not a line break.
    if (isTitle && event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
  }

  const counter = maxCharacters === undefined ? undefined : <CharacterCounter count={count} max={maxCharacters} />;
  return (
    <Field label={label} error={error} hint={hint} isLabelHidden={isLabelHidden} id={id} counter={counter}>
      {(tied) => (
        <textarea
          rows={isTitle ? 2 : 3}
          {...rest}
          {...tied}
          ref={controlRef}
          className={classNames(inputClass, styles.area, isTitle && styles.title, className)}
          onInput={handleInput}
          onKeyDown={handleKeyDown}
        />
      )}
    </Field>
  );
}
