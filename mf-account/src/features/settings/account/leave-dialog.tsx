import { MAX_LEAVING_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { deleteMe } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation, useSignOut } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';

import { FAREWELL_PATH } from '../../../core/farewell-path';
import { useTextForm } from '../../../core/use-text-form';
import { checkLeaveForm, LEAVE_WORD, type LeaveForm } from './account-forms';

import styles from '../settings.module.css';

const empty: LeaveForm = { password: '', word: '', reason: '' };

/**
 * Explains the effects of closing the account and asks for confirmation. Shows what prevents it, and keeps the input.
 */
export function LeaveDialog({ me, onClose }: { me: SignedInMe; onClose: () => void }) {
  const { run } = useEndpointMutation(deleteMe);
  const signOut = useSignOut();
  const { field, isSending, message, handleSubmit } = useTextForm({
    initial: empty,
    check: checkLeaveForm(me.hasPassword),
    onSend: leave,
  });

  async function leave({ password, reason }: LeaveForm) {
    await run({ body: { ...(me.hasPassword ? { password } : {}), ...(reason.trim() ? { reason } : {}) } });
    await signOut({ to: FAREWELL_PATH, isQuiet: true });
  }

  const footer = (
    <>
      <Button disabled={isSending} onClick={onClose}>
        キャンセル
      </Button>
      <Button type="submit" variant="danger" isLoading={isSending}>
        退会する
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="退会" isBusy={isSending} onClose={onClose} onSubmit={handleSubmit} footer={footer}>
      <div className={styles.fields}>
        <Consequences me={me} />
        {message && (
          <Notice tone="error" role="alert">
            {message}
          </Notice>
        )}
        {me.hasPassword ? (
          <TextField label="パスワード" type="password" autoComplete="current-password" {...field('password')} />
        ) : (
          <TextField label={`確認のため「${LEAVE_WORD}」と入力してください`} autoComplete="off" {...field('word')} />
        )}
        <TextArea
          label="退会の理由(任意)"
          rows={3}
          maxCharacters={MAX_LEAVING_REASON_LENGTH}
          hint="今後の改善の参考にいたします。"
          {...field('reason')}
        />
      </div>
    </Dialog>
  );
}

function Consequences({ me }: { me: SignedInMe }) {
  return (
    <ul className={styles.list}>
      <li>すべての端末でログアウトし、プロフィールはほかの方から見えなくなります。</li>
      <li>ホストをしている教室は、開催中のものは終了し、開催予定のものは中止になります。</li>
      <li>コメントの名前は「退会したユーザー」と表示されます。</li>
      {me.isSubscribed && <li>プランの機能はご利用いただけなくなります。</li>}
      <li>30日以内であれば、ログインしてアカウントを元に戻せます。</li>
      <li>30日が過ぎると、個人情報とデータは削除され、元に戻せません。購入の記録は、法律により7年間保管します。</li>
      {!me.canCommunicateAge && me.guardianEmail !== null && <li>保護者の方にもメールでお知らせします。</li>}
      <li>必要なデータは、先に「データの書き出し」から保存してください。</li>
    </ul>
  );
}
