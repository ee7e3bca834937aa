import type { Pupil } from '@manabiba/shared/contract/staff-schools';
import { renewPupilPassword } from '@manabiba/shared/data/endpoints';
import { isApiError, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import styles from './schools.module.css';

interface NewPasswordDialogProps {
  pupil: Pick<Pupil, 'userId' | 'nickname' | 'studentCode'>;
  onClose: () => void;
}

/** Gives a pupil a new password and shows it once: it cannot be read again after the dialog is closed. */
export function NewPasswordDialog({ pupil, onClose }: NewPasswordDialogProps) {
  const { userId, nickname } = pupil;
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

  if (password !== null) return <ShownPassword pupil={pupil} password={password} onClose={onClose} />;
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

function ShownPassword({ pupil, password, onClose }: NewPasswordDialogProps & { password: string }) {
  function handleCopy() {
    void navigator.clipboard.writeText(password).then(
      () => toast.success('コピーしました。'),
      () => toast.error('コピーできませんでした。書き写してください。'),
    );
  }

  return (
    <Dialog
      isOpen
      size="small"
      title="新しいパスワード"
      onClose={onClose}
      footer={
        <>
          <Button onClick={handleCopy}>コピーする</Button>
          <Button variant="primary" onClick={onClose}>
            渡しました
          </Button>
        </>
      }
    >
      <p>
        {pupil.nickname}さん(生徒コード {pupil.studentCode})のパスワードです。閉じると、もう表示できません。
      </p>
      <p className={styles.password}>
        <code>{password}</code>
      </p>
    </Dialog>
  );
}
