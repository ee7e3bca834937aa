import { Eye, EyeOff } from 'lucide-react';
import { type ComponentPropsWithRef, type FormEvent, useRef, useState } from 'react';

import { MIN_PASSWORD_LENGTH } from '../contract/limits';
import { classNames } from './class-names';
import { Field, type FieldProps, inputClass } from './field';
import { Icon } from './icon';
import { type PasswordStrength, passwordStrength } from './password-strength';
import { useMergedRefs } from './use-merged-refs';

import styles from './password-field.module.css';

export interface PasswordFieldProps extends FieldProps, ComponentPropsWithRef<'input'> {
  /** A new password is being chosen: shows the minimum length and, while typing, its strength. */
  isNew?: boolean;
}

/** A password input with a show/hide toggle. Takes every input prop, so a form library can be spread on it. */
export function PasswordField(props: PasswordFieldProps) {
  const {
    label,
    error,
    isLabelHidden,
    isNew = false,
    hint = isNew ? `${MIN_PASSWORD_LENGTH}文字以上` : undefined,
    id,
    className,
    ref,
    onInput,
    ...rest
  } = props;
  const control = useRef<HTMLInputElement>(null);
  const controlRef = useMergedRefs(control, ref);
  const [isShown, setIsShown] = useState(false);
  const [typed, setTyped] = useState('');

  function handleInput(event: FormEvent<HTMLInputElement>) {
    setTyped(event.currentTarget.value);
    onInput?.(event as Parameters<NonNullable<typeof onInput>>[0]);
  }

  return (
    <Field label={label} error={error} hint={hint} isLabelHidden={isLabelHidden} id={id}>
      {(tied) => (
        <>
          <span className={styles.control}>
            <input
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              autoComplete={isNew ? 'new-password' : 'current-password'}
              {...rest}
              {...tied}
              type={isShown ? 'text' : 'password'}
              ref={controlRef}
              className={classNames(inputClass, className)}
              onInput={handleInput}
            />
            <button
              type="button"
              className={styles.toggle}
              aria-label={isShown ? '文字を隠す' : '文字を表示'}
              aria-controls={tied.id}
              onClick={() => setIsShown(!isShown)}
            >
              <Icon icon={isShown ? EyeOff : Eye} />
            </button>
          </span>
          {isNew && typed !== '' && <Strength of={passwordStrength(typed)} />}
        </>
      )}
    </Field>
  );
}

const words: Record<PasswordStrength, string> = {
  short: `${MIN_PASSWORD_LENGTH}文字以上にしてください。`,
  weak: '推測されやすいパスワードです。',
  fair: 'まずまずの強さです。',
  strong: '十分な強さです。',
};
const steps: Record<PasswordStrength, number> = { short: 0, weak: 1, fair: 2, strong: 3 };

function Strength({ of }: { of: PasswordStrength }) {
  return (
    <span className={classNames(styles.strength, styles[of])}>
      <span className={styles.bars} aria-hidden>
        {[1, 2, 3].map((step) => (
          <i key={step} className={step <= steps[of] ? styles.on : undefined} />
        ))}
      </span>
      <span role="status">{words[of]}</span>
    </span>
  );
}
