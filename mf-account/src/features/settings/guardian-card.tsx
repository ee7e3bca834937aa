import { zodResolver } from '@hookform/resolvers/zod';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { requestGuardianConsent } from '@manabiba/shared/data/endpoints';
import { isApiError, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { SettingCard } from '../../core/setting-card';
import { type GuardianForm, guardianForm, tellRefusal } from './account-forms';
import styles from './settings.module.css';

/** How far a guardian's consent has come, for people under 18, and how it is asked for. */
export function GuardianCard({ id, me }: { id: string; me: SignedInMe }) {
  const [isChanging, setIsChanging] = useState(false);
  const isAsked = me.guardianConsent === 'asked' && me.guardianEmail !== null;
  return (
    <SettingCard id={id} title="保護者の同意">
      <div className={styles.fields}>
        <Consent me={me} />
        {isAsked && !isChanging && <AskedGuardian email={me.guardianEmail ?? ''} onChange={() => setIsChanging(true)} />}
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

function AskedGuardian({ email, onChange }: { email: string; onChange: () => void }) {
  const { run, isRunning } = useEndpointMutation(requestGuardianConsent, {
    onSuccess: () => toast.success('保護者の方にメールを再送しました。'),
    onError: showMessageFor,
  });
  return (
    <>
      <p className={styles.small}>
        <span className={styles.value}>{email}</span> にお願いのメールをお送りしました。メールのリンクの有効期限は14日間です。届かない場合は、迷惑メールフォルダもご確認ください。
      </p>
      <div className={styles.buttons}>
        <Button isLoading={isRunning} loadingLabel="送信中…" onClick={() => void run({ body: { email } }).catch(() => undefined)}>メールを再送する</Button>
        <Button variant="ghost" disabled={isRunning} onClick={onChange}>別のメールアドレスに送る</Button>
      </div>
    </>
  );
}

function GuardianEmailForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, setError, formState: { errors } } = useForm<GuardianForm>({ resolver: zodResolver(guardianForm), defaultValues: { email: '' } });
  const { run, isRunning } = useEndpointMutation(requestGuardianConsent);

  const submit = handleSubmit(async (body) => {
    try {
      await run({ body });
      toast.success('保護者の方にメールをお送りしました。');
      onDone();
    } catch (error) {
      const sentence = isApiError(error) ? error.fields.guardianEmail : undefined;
      if (sentence) setError('email', { type: 'server', message: sentence }, { shouldFocus: true });
      else tellRefusal(error, setError, ['email']);
    }
  });

  return (
    <form className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="保護者のメールアドレス" type="email" inputMode="email" autoComplete="off" error={errors.email?.message}
        hint="内容の確認とお返事のためのリンクをお送りします。" {...register('email')}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" isLoading={isRunning} loadingLabel="送信中…">お願いのメールを送る</Button>
      </div>
    </form>
  );
}
