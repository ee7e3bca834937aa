import { zodResolver } from '@hookform/resolvers/zod';
import { email } from '@manabiba/shared/contract/auth';
import { requestPasswordReset } from '@manabiba/shared/data/endpoints';
import { emailIn } from '@manabiba/shared/forms/typed-email';
import { useEndpointMutation, useLocation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { MailDelay } from '@manabiba/shared/ui/mail-delay';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { Gate, GateActions, GatePanel } from '../gate/gate';
import { BackToSignIn } from './back-to-sign-in';
import { useRefusal } from './use-refusal';

import styles from './account-links.module.css';

const form = z.object({ email });
type Form = z.input<typeof form>;

/** Requests a link to set a new password. The result never reveals whether the address has an account. */
export function AskForLink() {
  const [sent, setSent] = useState<{ email: string; isDelayed: boolean }>();
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = useForm<Form>({ resolver: zodResolver(form), defaultValues: { email: emailIn(useLocation().state) } });
  const { run } = useEndpointMutation(requestPasswordReset);
  const { refusal, attempt } = useRefusal();
  const send = (body: Form) =>
    attempt(async () => {
      const { isDelayed } = await run({ body });
      setSent({ email: body.email, isDelayed });
    });

  if (sent) return <Sent {...sent} onAgain={() => setSent(undefined)} />;
  return (
    <Gate foot={<BackToSignIn />}>
      <GatePanel title="パスワードの再設定">
        <p className={styles.words}>ご登録のメールアドレスに、新しいパスワードを設定するためのリンクをお送りします。</p>
        <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
          {refusal && (
            <Notice tone="error" role="alert">
              {refusal.message}
            </Notice>
          )}
          <TextField
            label="メールアドレス"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...register('email')}
          />
          <Button type="submit" variant="primary" size="large" isBlock isLoading={isSubmitting} loadingLabel="送信中…">
            リンクを送る
          </Button>
        </form>
        <p className={styles.note}>学校のアカウントをお使いの方は、学校の先生にお問い合わせください。</p>
      </GatePanel>
    </Gate>
  );
}

function Sent({ email, isDelayed, onAgain }: { email: string; isDelayed: boolean; onAgain: () => void }) {
  return (
    <Gate foot={<BackToSignIn />}>
      <GatePanel title="メールをご確認ください" sign={<Icon icon={MailCheck} size={32} />}>
        <p role="status">
          <strong>{email}</strong>{' '}
          が登録されている場合は、パスワードを再設定するためのメールをお送りしました。リンクの有効期限は1時間です。
        </p>
        {isDelayed && <MailDelay />}
        <p>届くまで数分かかることがあります。届かない場合は、迷惑メールフォルダもご確認ください。</p>
        <GateActions>
          <Button isBlock onClick={onAgain}>
            別のメールアドレスで送る
          </Button>
        </GateActions>
      </GatePanel>
    </Gate>
  );
}
