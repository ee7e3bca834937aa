import { zodResolver } from '@hookform/resolvers/zod';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { SaveFoot, SettingCard } from '../../core/setting-card';
import { type PasswordForm, passwordForm, tellRefusal } from './account-forms';
import styles from './settings.module.css';

const empty: PasswordForm = { currentPassword: '', password: '' };

/** Changes the password, or sets the first one of an account that came from an identity provider. */
export function PasswordCard({ id, me }: { id: string; me: SignedInMe }) {
  const { register, handleSubmit, setError, reset, control, formState: { errors } } = useForm<PasswordForm>({ resolver: zodResolver(passwordForm(me.hasPassword)), defaultValues: empty });
  const { run, isRunning } = useEndpointMutation(updateMe);
  const [isSaved, setIsSaved] = useState(false);
  const typed = useWatch({ control });
  const isDirty = Boolean(typed.currentPassword || typed.password);

  const submit = handleSubmit(async ({ currentPassword, password }) => {
    try {
      await run({ body: { password, ...(me.hasPassword ? { currentPassword } : {}) } });
      reset(empty);
      setIsSaved(true);
    } catch (error) {
      tellRefusal(error, setError, ['currentPassword', 'password']);
    }
  });

  return (
    <SettingCard id={id} title="パスワード" foot={<SaveFoot isDirty={isDirty} isSaving={isRunning} isSaved={isSaved} />} onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        {me.hasPassword
          ? <TextField label="現在のパスワード" type="password" autoComplete="current-password" error={errors.currentPassword?.message} {...register('currentPassword')} />
          : <p className={styles.small}>Googleアカウントでログインしています。パスワードを設定すると、メールアドレスでもログインできます。</p>}
        <TextField
          label="新しいパスワード" type="password" autoComplete="new-password" error={errors.password?.message}
          hint={`8文字以上で入力してください。${me.hasPassword ? '変更すると、ほかの端末ではログアウトします。' : ''}`} {...register('password')}
        />
      </div>
    </SettingCard>
  );
}
