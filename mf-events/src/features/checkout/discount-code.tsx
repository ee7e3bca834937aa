import { MAX_INVITATION_CODE_LENGTH } from '@manabiba/shared/contract/limits';
import { Button } from '@manabiba/shared/ui/button';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import type { DiscountChoice } from './use-discount-code';

import styles from './checkout.module.css';

interface DiscountCodeProps {
  discount: DiscountChoice;
  /** While the payment runs. */
  isDisabled: boolean;
}

/** A quiet line that opens the field for a discount code. */
export function DiscountCode({ discount: { amount, apply, isApplying, error }, isDisabled }: DiscountCodeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  if (amount > 0)
    return (
      <div className={styles.discount}>
        <p>割引コードを使っています。</p>
        <Button
          size="small"
          variant="ghost"
          // Where the button was that has applied the code.
          autoFocus={isOpen}
          isLoading={isApplying}
          disabled={isDisabled}
          onClick={() => void apply(null)}
        >
          割引をやめる
        </Button>
      </div>
    );
  if (!isOpen)
    return (
      <Button size="small" variant="ghost" className={styles.discountOpen} onClick={() => setIsOpen(true)}>
        割引コードを使う
      </Button>
    );
  const handleSubmit = (submit: FormEvent) => {
    submit.preventDefault();
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
        autoFocus
        maxLength={MAX_INVITATION_CODE_LENGTH}
        value={code}
        error={missing ?? error}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" isLoading={isApplying} disabled={isDisabled}>
        適用する
      </Button>
    </form>
  );
}
