import { MAX_PASSKEY_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createPasskey, createPasskeyChallenge } from '@manabiba/shared/data/endpoints';
import { deviceName } from '@manabiba/shared/format/device-name';
import { makePasskey } from '@manabiba/shared/forms/ask-passkey';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { useTextForm } from '../../../core/use-text-form';
import { checkPasskeyName } from './check-passkey-name';

import styles from '../settings.module.css';

/** Adds a passkey: asks for the password, then the browser asks for the device. Closing its dialog is no error. */
export function AddPasskeyDialog({ me, onClose }: { me: SignedInMe; onClose: () => void }) {
  const begin = useEndpointMutation(createPasskeyChallenge);
  const { run } = useEndpointMutation(createPasskey);
  const [problem, setProblem] = useState<string | null>(null);
  const { field, isSending, message, handleSubmit } = useTextForm({
    initial: { name: deviceName(navigator.userAgent).name, currentPassword: '' },
    check: ({ name, currentPassword }) => ({
      name: checkPasskeyName(name),
      ...(me.hasPassword && !currentPassword ? { currentPassword: '現在のパスワードを入力してください。' } : {}),
    }),
    onSend: async ({ name, currentPassword }) => {
      setProblem(null);
      const { challengeId, options } = await begin.run({ body: me.hasPassword ? { currentPassword } : {} });
      const prompted = await makePasskey(options);
      if ('problem' in prompted) return setProblem(prompted.problem);
      await run({ body: { challengeId, name, attestation: prompted.answer } });
      toast.success('パスキーを登録しました。次回から、パスキーでログインできます。');
      onClose();
    },
  });
  const shown = message ?? problem;

  const footer = (
    <>
      <Button disabled={isSending} onClick={onClose}>
        キャンセル
      </Button>
      <Button type="submit" variant="primary" isLoading={isSending}>
        続ける
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="パスキーを追加" isBusy={isSending} onClose={onClose} onSubmit={handleSubmit} footer={footer}>
      <div className={styles.fields}>
        {shown && (
          <Notice tone="error" role="alert">
            {shown}
          </Notice>
        )}
        <p className={styles.small}>「続ける」を押すと、ブラウザーの画面でパスキーの保存先を選べます。</p>
        <TextField
          label="パスキーの名前"
          hint={`どの端末か分かる名前を${MAX_PASSKEY_NAME_LENGTH}文字以内で入力してください。`}
          autoComplete="off"
          {...field('name')}
        />
        {me.hasPassword ? (
          <TextField
            label="現在のパスワード"
            type="password"
            autoComplete="current-password"
            {...field('currentPassword')}
          />
        ) : (
          <p className={styles.note}>
            安全のため、ログインから15分以内に追加してください。過ぎたときは、一度ログアウトし、ログインし直してください。
          </p>
        )}
      </div>
    </Dialog>
  );
}
