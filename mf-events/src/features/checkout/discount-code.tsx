import { MAX_INVITATION_CODE_LENGTH } from '@manabiba/shared/contract/limits';
import { Button } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { FieldError } from '@manabiba/shared/ui/field';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { type FormEvent, useState } from 'react';

import type { DiscountChoice } from './use-discount-code';

import styles from './checkout.module.css';

interface DiscountCodeProps {
  discount: DiscountChoice;
  /** While the payment runs. */
  isDisabled: boolean;
}

/** What replaces a clicked button takes its focus. */
export const focus = (element: HTMLElement | null) => element?.focus();

/** A quiet line that opens the field for a discount code. */
export function DiscountCode({ discount: { amount, apply, isApplying, error }, isDisabled }: DiscountCodeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  // Since the code was refused.
  const [isChanged, setIsChanged] = useState(false);
  if (amount > 0)
    return (
      <div className={styles.discount}>
        <p>割引コードを使っています。</p>
        <Button
          size="small"
          variant="ghost"
          ref={isOpen ? focus : undefined}
          isLoading={isApplying}
          disabled={isDisabled}
          onClick={() => void apply(null)}
        >
          割引をやめる
        </Button>
        {error && <FieldError>{error}</FieldError>}
      </div>
    );
  if (!isOpen)
    return (
      <button type="button" className={classNames(textLinkClass, styles.discountOpen)} onClick={() => setIsOpen(true)}>
        割引コードを使う
      </button>
    );
  const handleSubmit = (submit: FormEvent) => {
    submit.preventDefault();
    setIsChanged(false);
    setMissing(code.trim() === '' ? '割引コードを入力してください。' : undefined);
    if (code.trim() !== '' && !isApplying && !isDisabled) void apply(code);
  };
  return (
    <form className={styles.discountForm} noValidate onSubmit={handleSubmit}>
      <TextField
        label="割引コード"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        ref={focus}
        maxLength={MAX_INVITATION_CODE_LENGTH}
        value={code}
        error={isChanged ? undefined : (missing ?? error)}
        onChange={({ target }) => {
          setIsChanged(true);
          setCode(target.value);
        }}
      />
      <Button type="submit" isLoading={isApplying} disabled={isDisabled}>
        適用する
      </Button>
    </form>
  );
}
