import { MAX_SECOND_FACTOR_LENGTH } from '@manabiba/shared/contract/limits';
import { secondFactorCode } from '@manabiba/shared/contract/second-factor';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import * as z from 'zod/mini';

import { currentPassword } from '../account/account.schema';

import styles from '../settings.module.css';

interface ProofDialogProps {
  me: SignedInMe;
  title: string;
  confirmLabel: string;
  isDanger?: boolean;
  /** What it does. */
  children: string;
  onSend: (proof: { currentPassword: string | undefined; code: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password and a code before the second factor changes. */
export function ProofDialog({
  me,
  title,
  confirmLabel,
  isDanger = false,
  children,
  onSend,
  onClose,
}: ProofDialogProps) {
  const { field, isDirty, isSending, message, handleSubmit } = useEndpointForm({
    defaultValues: { currentPassword: '', code: '' },
    schema: z.object({ currentPassword: currentPassword(me), code: secondFactorCode }),
    onSend,
  });
  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      isDanger={isDanger}
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {message && (
          <Notice tone="error" role="alert">
            {message}
          </Notice>
        )}
        <p className={styles.small}>{children}</p>
        {me.hasPassword && (
          <TextField
            label="現在のパスワード"
            type="password"
            autoComplete="current-password"
            {...field('currentPassword')}
          />
        )}
        <TextField
          label="確認コード"
          hint="認証アプリの6桁のコード、または回復コードを入力してください。"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={MAX_SECOND_FACTOR_LENGTH}
          {...field('code')}
        />
      </div>
    </FormDialog>
  );
}
