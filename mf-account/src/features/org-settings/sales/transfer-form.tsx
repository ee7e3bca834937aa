import { MIN_TRANSFER } from '@manabiba/shared/contract/limits';
import { createTransfer } from '@manabiba/shared/data/endpoints';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import styles from './sales.module.css';

const schemaOf = (available: number) =>
  z.object({
    amount: z.pipe(
      z.pipe(z.string(), z.transform(parseWholeNumber)),
      z
        .number({ error: '金額を数字で入力してください。' })
        .check(
          z.minimum(MIN_TRANSFER, { error: `${formatYen(MIN_TRANSFER)}以上で入力してください。` }),
          z.maximum(available, { error: '振り込める金額を超えています。' }),
        ),
    ),
  });

/** Requests a transfer of the balance, by default all of it. */
export function TransferForm({ available }: { available: number }) {
  const { run } = useEndpointMutation(createTransfer);
  const form = useEndpointForm({
    defaultValues: { amount: String(available) },
    schema: schemaOf(available),
    onSend: async (body) => {
      await run({ body });
      toast.success('振込を受け付けました。');
    },
  });
  const amount = parseWholeNumber(useWatch({ control: form.form.control, name: 'amount' }));
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
