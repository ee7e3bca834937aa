import type { SignedInMe } from '@manabiba/shared/contract/users';
import { requestGuardianConsent } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { MailDelay } from '@manabiba/shared/ui/mail-delay';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { useTextForm } from '../../../core/use-text-form';
import { checkGuardianForm } from '../account/account-forms';

import styles from '../settings.module.css';

const statusNames = { missing: '未依頼', asked: 'お返事をお待ちしています', refused: '同意がありません' } as const;

/** Why a guardian's consent is needed and its status, with the request: initial, again, or to another address. */
export function GuardianRequest({ me }: { me: SignedInMe }) {
  return (
    <div className={styles.fields}>
      <Missing me={me} />
      <Request me={me} />
    </div>
  );
}

function Missing({ me: { guardianConsent, guardianConsentNeeded } }: { me: SignedInMe }) {
  const status = guardianConsent === 'asked' || guardianConsent === 'refused' ? guardianConsent : 'missing';
  return (
    <div className={styles.stack}>
      <Badge tone={guardianConsentNeeded && status !== 'asked' ? 'warn' : 'plain'}>{statusNames[status]}</Badge>
      {status === 'refused' && (
        <p className={styles.small}>保護者の方から、同意しないとのお返事、または同意の取り消しがありました。</p>
      )}
      <p className={styles.small}>
        {guardianConsentNeeded
          ? '16歳未満の方のご利用には、保護者の方の同意をお願いしております。'
          : '18歳未満の方が有料のイベントやプランをお申し込みになるには、保護者の方の同意が必要です。'}
      </p>
    </div>
  );
}

function Request({ me }: { me: SignedInMe }) {
  const [isChanging, setIsChanging] = useState(false);
  if (me.guardianConsent === 'asked' && me.guardianEmail !== null && !isChanging) {
    return <AskedGuardian email={me.guardianEmail} isDelayed={me.isMailDelayed} onChange={() => setIsChanging(true)} />;
  }
  return <GuardianEmailForm onDone={() => setIsChanging(false)} />;
}

function AskedGuardian({ email, isDelayed, onChange }: { email: string; isDelayed: boolean; onChange: () => void }) {
  const { run, isRunning } = useEndpointMutation(requestGuardianConsent, {
    onSuccess: () => toast.success('保護者の方にメールを再送しました。'),
    onError: showMessageFor,
  });
  return (
    <>
      <p className={styles.small}>
        <span className={styles.value}>{email}</span>{' '}
        にお願いのメールをお送りしました。メールのリンクの有効期限は14日間です。届かない場合は、迷惑メールフォルダもご確認ください。
      </p>
      {isDelayed && <MailDelay />}
      <div className={styles.buttons}>
        <Button
          isLoading={isRunning}
          loadingLabel="送信中…"
          onClick={() => void run({ body: { email } }).catch(() => undefined)}
        >
          メールを再送する
        </Button>
        <Button variant="ghost" disabled={isRunning} onClick={onChange}>
          別のメールアドレスに送る
        </Button>
      </div>
    </>
  );
}

function GuardianEmailForm({ onDone }: { onDone: () => void }) {
  const { run } = useEndpointMutation(requestGuardianConsent);
  const { field, isSending, message, handleSubmit } = useTextForm({
    initial: { guardianEmail: '' },
    check: checkGuardianForm,
    onSend: async ({ guardianEmail }) => {
      await run({ body: { email: guardianEmail.trim() } });
      toast.success('保護者の方にメールをお送りしました。');
      onDone();
    },
  });
  return (
    <form className={styles.fields} noValidate onSubmit={handleSubmit}>
      <TextField
        label="保護者のメールアドレス"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="内容の確認とお返事のためのリンクをお送りします。"
        {...field('guardianEmail')}
      />
      {message && <FieldError>{message}</FieldError>}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" isLoading={isSending} loadingLabel="送信中…">
          お願いのメールを送る
        </Button>
      </div>
    </form>
  );
}
