import { MAX_SECOND_FACTOR_LENGTH } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';

import { useTextForm } from '../../../core/use-text-form';

import styles from '../settings.module.css';

interface ProofDialogProps {
  me: SignedInMe;
  title: string;
  confirmLabel: string;
  isDanger?: boolean;
  /** What it does. */
  children: string;
  onSend: (proof: { currentPassword?: string; code: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password and a code before the second factor changes. */
export function ProofDialog({ me, title, confirmLabel, isDanger, children, onSend, onClose }: ProofDialogProps) {
  const { field, isSending, message, handleSubmit } = useTextForm({
    initial: { currentPassword: '', code: '' },
    check: ({ currentPassword, code }) => ({
      ...(me.hasPassword && !currentPassword ? { currentPassword: '現在のパスワードを入力してください。' } : {}),
      ...(code.trim() ? {} : { code: 'コードを入力してください。' }),
    }),
    onSend: ({ currentPassword, code }) =>
      onSend({ ...(me.hasPassword ? { currentPassword } : {}), code: code.trim() }),
  });
  const footer = (
    <>
      <Button disabled={isSending} onClick={onClose}>
        キャンセル
      </Button>
      <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isLoading={isSending}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={title} isBusy={isSending} onClose={onClose} onSubmit={handleSubmit} footer={footer}>
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
    </Dialog>
  );
}
