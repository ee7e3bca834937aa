import { zodResolver } from '@hookform/resolvers/zod';
import { newPassword } from '@manabiba/shared/contract/auth';
import { resetPassword } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointMutation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { PasswordField } from '@manabiba/shared/ui/password-field';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { Gate, GateActions, GatePanel } from '../gate/gate';
import { BackToSignIn } from './back-to-sign-in';
import { ExpiredLink } from './expired-link';
import { useRefusal } from './use-refusal';

import styles from './account-links.module.css';

const form = z.object({ password: newPassword });
type Form = z.input<typeof form>;

/** Sets a new password with the link of a mail. */
export function NewPasswordForm({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false);
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = useForm<Form>({ resolver: zodResolver(form), defaultValues: { password: '' } });
  const { run } = useEndpointMutation(resetPassword);
  const { refusal, attempt } = useRefusal();
  const send = ({ password }: Form) =>
    attempt(async () => {
      await run({ body: { token, password } });
      setIsDone(true);
    });

  if (isDone) return <Done />;
  if (refusal?.code === 'link_expired') return <OverLink />;
  return (
    <Gate foot={<BackToSignIn />}>
      <GatePanel title="新しいパスワードの設定">
        <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
          {refusal && (
            <Notice tone="error" role="alert">
              {refusal.message}
            </Notice>
          )}
          <PasswordField label="新しいパスワード" isNew error={errors.password?.message} {...register('password')} />
          <Button type="submit" variant="primary" size="large" isBlock isLoading={isSubmitting}>
            パスワードを設定する
          </Button>
        </form>
        <p className={styles.note}>設定すると、ほかの端末を含むすべての端末でログアウトします。</p>
      </GatePanel>
    </Gate>
  );
}

function Done() {
  return (
    <Gate>
      <GatePanel title="パスワードを設定しました" sign={<Icon icon={CircleCheck} size={32} />}>
        <p role="status">新しいパスワードでログインしてください。すべての端末でログアウトしています。</p>
        <GateActions>
          <Link className={buttonClass({ variant: 'primary', size: 'large', isBlock: true })} to={paths.signIn.href()}>
            ログイン
          </Link>
        </GateActions>
      </GatePanel>
    </Gate>
  );
}

/** A used or expired link: a new one can be sent. */
export function OverLink() {
  return (
    <ExpiredLink
      action={
        <Link className={buttonClass({ variant: 'primary', isBlock: true })} to={paths.resetPassword.href()} replace>
          もう一度リンクを送る
        </Link>
      }
    >
      再設定のリンクは、お送りしてから1時間、1回のみご利用いただけます。新しいリンクをお送りしますので、もう一度お手続きください。
    </ExpiredLink>
  );
}
