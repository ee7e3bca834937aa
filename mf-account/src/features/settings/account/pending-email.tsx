import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation, useResendEmail } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { Mail } from 'lucide-react';

import styles from '../settings.module.css';

/** A new address waiting for confirmation. Until then the old address stays in use, and the change can be cancelled. */
export function PendingEmail({ me, email }: { me: SignedInMe; email: string }) {
  const resend = useResendEmail();
  const { run, isRunning } = useEndpointMutation(updateMe, {
    onSuccess: () => toast.success('メールアドレスの変更を取りやめました。'),
    onError: showMessageFor,
  });
  return (
    <div className={styles.fields}>
      <Notice icon={Mail} role="status">
        <span className={styles.value}>{email}</span>{' '}
        に確認メールを送りました。メールのリンクを開くと、このメールアドレスに切り替わります。
        {me.email !== null && <span>それまでは、これまでのメールアドレスをお使いください。</span>}
      </Notice>
      <div className={styles.buttons}>
        <Button onClick={resend}>確認メールを再送</Button>
        {me.email !== null && (
          <Button
            variant="ghost"
            isLoading={isRunning}
            onClick={() => void run({ body: { email: me.email ?? '' } }).catch(() => undefined)}
          >
            変更を取りやめる
          </Button>
        )}
      </div>
    </div>
  );
}
