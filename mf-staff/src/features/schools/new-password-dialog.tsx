import type { Pupil } from '@manabiba/shared/contract/staff-schools';
import { renewPupilPassword } from '@manabiba/shared/data/endpoints';
import { isApiError, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { SecretDialog } from '../../core/secret-dialog';

interface NewPasswordDialogProps {
  pupil: Pick<Pupil, 'userId' | 'nickname' | 'studentCode'>;
  onClose: () => void;
}

/** Gives a pupil a new password and shows it once: it cannot be read again after the dialog is closed. */
export function NewPasswordDialog({ pupil, onClose }: NewPasswordDialogProps) {
  const { userId, nickname, studentCode } = pupil;
  const { run, isRunning } = useEndpointMutation(renewPupilPassword);
  const [password, setPassword] = useState<string | null>(null);

  async function renew(reason: string) {
    try {
      setPassword((await run({ params: { userId }, body: { reason } })).password);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'conflict') return showMessageFor(error);
      toast.error('この方は退会しました。');
      onClose();
    }
  }

  if (password !== null)
    return (
      <SecretDialog title="新しいパスワード" secret={password} onClose={onClose}>
        {nickname}さん(生徒コード {studentCode})のパスワードです。閉じると、もう表示できません。
      </SecretDialog>
    );
  return (
    <ReasonDialog
      title={`${nickname}さんに新しいパスワードを発行しますか`}
      label="発行する"
      isRunning={isRunning}
      onSubmit={(reason) => void renew(reason)}
      onClose={onClose}
    >
      <p>いまのパスワードは使えなくなり、すべての端末からログアウトします。</p>
    </ReasonDialog>
  );
}
