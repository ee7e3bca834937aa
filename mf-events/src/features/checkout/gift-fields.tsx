import { MAX_EMAIL_LENGTH, MAX_GIFT_MESSAGE_LENGTH } from '@manabiba/shared/contract/limits';
import type { SeatRecipient } from '@manabiba/shared/contract/seat-transfers';
import { Button } from '@manabiba/shared/ui/button';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';

import { focus } from './discount-code';

import styles from './checkout.module.css';

export interface GiftFieldsProps {
  gift: SeatRecipient;
  isDisabled: boolean;
  /** An address that is missing is marked. */
  isChecked: boolean;
  /** Null takes the gift back. */
  onChange: (gift: SeatRecipient | null) => void;
}

/** Whom the seat is bought for. What replaces the clicked line takes its focus. */
export function GiftFields({ gift, isDisabled, isChecked, onChange }: GiftFieldsProps) {
  return (
    <section className={styles.block} aria-labelledby="checkout-gift">
      <div className={styles.guestHead}>
        <h2 id="checkout-gift">プレゼントとして贈る</h2>
        <Button size="small" variant="ghost" disabled={isDisabled} onClick={() => onChange(null)}>
          やめる
        </Button>
      </div>
      <div className={styles.gift}>
        <TextField
          type="email"
          label="贈る相手のメールアドレス"
          hint="お支払いが済むと、受け取りのご案内をメールでお送りします。金額は伝わりません。イベントの開始までに受け取られない場合、チケットはあなたのものです。"
          autoComplete="off"
          ref={focus}
          maxLength={MAX_EMAIL_LENGTH}
          value={gift.email}
          disabled={isDisabled}
          error={
            isChecked && gift.email.trim() === ''
              ? 'プレゼントを贈る相手のメールアドレスを入力してください。'
              : undefined
          }
          onChange={({ target }) => onChange({ ...gift, email: target.value })}
        />
        <TextArea
          label="メッセージ(任意)"
          rows={3}
          maxCharacters={MAX_GIFT_MESSAGE_LENGTH}
          value={gift.message}
          disabled={isDisabled}
          onChange={({ target }) => onChange({ ...gift, message: target.value })}
        />
      </div>
    </section>
  );
}
