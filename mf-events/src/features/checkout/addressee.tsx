import { MAX_ADDRESSEE_LENGTH } from '@manabiba/shared/contract/limits';
import { isSignedIn, useMe } from '@manabiba/shared/platform';
import { TextField } from '@manabiba/shared/ui/text-field';
import type { ChangeEventHandler } from 'react';

import styles from './checkout.module.css';

interface AddresseeProps {
  value: string;
  /** What else is to be known about the receipt. */
  note: string;
  isDisabled: boolean;
  onChange: ChangeEventHandler<HTMLInputElement>;
}

/** The name on the receipt, which is issued after the payment from the purchase list. */
export function Addressee({ value, note, isDisabled, onChange }: AddresseeProps) {
  const me = useMe();
  return (
    <section className={styles.block} aria-labelledby="checkout-receipt">
      <h2 id="checkout-receipt">領収書の宛名(任意)</h2>
      <TextField
        label="宛名"
        isLabelHidden
        autoComplete="organization"
        maxLength={MAX_ADDRESSEE_LENGTH}
        placeholder={isSignedIn(me) ? me.nickname : undefined}
        hint={`領収書は、お支払いのあと、設定の購入履歴から発行できます。${note}`}
        value={value}
        disabled={isDisabled}
        onChange={onChange}
      />
    </section>
  );
}
