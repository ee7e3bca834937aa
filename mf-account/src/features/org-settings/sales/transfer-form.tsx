import { MIN_TRANSFER } from '@manabiba/shared/contract/limits';
import { createTransfer } from '@manabiba/shared/data/endpoints';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import { formatYen } from '@manabiba/shared/format/yen';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { TextField } from '@manabiba/shared/ui/text-field';

import { useTextForm } from '../../../core/use-text-form';

import styles from './sales.module.css';

/** Requests a transfer of the balance, by default all of it. */
export function TransferForm({ available }: { available: number }) {
  const { run } = useEndpointMutation(createTransfer);
  const form = useTextForm({
    initial: { amount: String(Math.max(available, 0)) },
    check: ({ amount }) => problemOf(parseWholeNumber(amount), available),
    onSend: async ({ amount }) => {
      await run({ body: { amount: parseWholeNumber(amount) } });
      toast.success('振込を受け付けました。');
    },
  });
  if (available < MIN_TRANSFER)
    return (
      <p className={styles.note}>振込できる金額が{formatYen(MIN_TRANSFER)}以上になると、振り込めるようになります。</p>
    );
  const amount = parseWholeNumber(form.values.amount);
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit}>
      <TextField
        label="振込する金額(円)"
        inputMode="numeric"
        autoComplete="off"
        className={styles.amount}
        hint={`${formatYen(MIN_TRANSFER)}から。1日に1回まで振り込めます。`}
        {...form.field('amount')}
      />
      {form.message && <FieldError>{form.message}</FieldError>}
      <Button type="submit" variant="primary" isLoading={form.isSending} className={styles.send}>
        {amount > 0 ? `${formatYen(amount)}を振り込む` : '振り込む'}
      </Button>
    </form>
  );
}

function problemOf(amount: number, available: number): { amount?: string } {
  if (Number.isNaN(amount)) return { amount: '金額を数字で入力してください。' };
  if (amount < MIN_TRANSFER) return { amount: `${formatYen(MIN_TRANSFER)}以上で入力してください。` };
  return amount > available ? { amount: '振り込める金額を超えています。' } : {};
}
