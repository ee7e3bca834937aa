import type { SignedInMe } from '@manabiba/shared/contract/users';
import { requestGuardianConsent } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { MailDelay } from '@manabiba/shared/ui/mail-delay';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { SettingCard } from '../../core/setting-card';
import { useTextForm } from '../../core/use-text-form';
import { checkGuardianForm } from './account-forms';
import styles from './settings.module.css';

/** How far a guardian's consent has come, for people under 18, and how it is asked for. */
export function GuardianCard({ id, me }: { id: string; me: SignedInMe }) {
  const [isChanging, setIsChanging] = useState(false);
  const isAsked = me.guardianConsent === 'asked' && me.guardianEmail !== null;
  return (
    <SettingCard id={id} title="保護者の同意">
      <div className={styles.fields}>
        <Consent me={me} />
        {isAsked && !isChanging && <AskedGuardian email={me.guardianEmail ?? ''} isDelayed={me.isMailDelayed} onChange={() => setIsChanging(true)} />}
        {(me.guardianConsent === 'missing' || (isAsked && isChanging)) && <GuardianEmailForm onDone={() => setIsChanging(false)} />}
      </div>
    </SettingCard>
  );
}

function Consent({ me }: { me: SignedInMe }) {
  if (me.guardianConsent === 'given') {
    return (
      <div className={styles.stack}>
        <Badge tone="ok"><Icon icon={Check} size={16} />同意済み</Badge>
        <p className={styles.small}>保護者の方から同意をいただいています。</p>
      </div>
    );
  }
  const why = me.guardianConsentNeeded
    ? '16歳未満の方のご利用には、保護者の方の同意をお願いしております。'
    : '18歳未満の方が有料のイベントやプランをお申し込みになるには、保護者の方の同意が必要です。';
  return (
    <div className={styles.stack}>
      {me.guardianConsent === 'asked' ? <Badge>お返事をお待ちしています</Badge> : <Badge tone={me.guardianConsentNeeded ? 'warn' : 'plain'}>未依頼</Badge>}
      <p className={styles.small}>{why}</p>
    </div>
  );
}

function AskedGuardian({ email, isDelayed, onChange }: { email: string; isDelayed: boolean; onChange: () => void }) {
  const { run, isRunning } = useEndpointMutation(requestGuardianConsent, {
    onSuccess: () => toast.success('保護者の方にメールを再送しました。'),
    onError: showMessageFor,
  });
  return (
    <>
      <p className={styles.small}>
        <span className={styles.value}>{email}</span> にお願いのメールをお送りしました。メールのリンクの有効期限は14日間です。届かない場合は、迷惑メールフォルダもご確認ください。
      </p>
      {isDelayed && <MailDelay />}
      <div className={styles.buttons}>
        <Button isLoading={isRunning} loadingLabel="送信中…" onClick={() => void run({ body: { email } }).catch(() => undefined)}>メールを再送する</Button>
        <Button variant="ghost" disabled={isRunning} onClick={onChange}>別のメールアドレスに送る</Button>
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
        label="保護者のメールアドレス" type="email" inputMode="email" autoComplete="off" hint="内容の確認とお返事のためのリンクをお送りします。" {...field('guardianEmail')}
      />
      {message && <FieldError>{message}</FieldError>}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" isLoading={isSending} loadingLabel="送信中…">お願いのメールを送る</Button>
      </div>
    </form>
  );
}
