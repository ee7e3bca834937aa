import { zodResolver } from '@hookform/resolvers/zod';
import { signInPartnerSchool } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation, useFormFill } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { PasswordField } from '@manabiba/shared/ui/password-field';
import { TextField } from '@manabiba/shared/ui/text-field';
import { ChevronLeft } from 'lucide-react';
import { useForm } from 'react-hook-form';

import styles from './sign-in.module.css';
import { type SchoolForm, schoolForm } from './sign-in.schema';
import { useSignInActions, useSignInCall } from './use-sign-in-call';

/** Sign-in for a pupil of a partner school, with the codes that the school has issued. */
export function SchoolSignInForm({ onBack }: { onBack: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<SchoolForm>({
    resolver: zodResolver(schoolForm),
    defaultValues: { schoolCode: '', studentCode: '', password: '' },
  });
  const mutation = useEndpointMutation(signInPartnerSchool);
  const { completeSignIn } = useSignInActions();
  const { enter, message } = useSignInCall(['schoolCode', 'studentCode', 'password'], setError, completeSignIn);
  const { errors, isSubmitting } = formState;
  return (
    <form
      className={styles.form}
      noValidate
      onInput={useFormFill('form_fill_signin')}
      onSubmit={(event) => void handleSubmit((body) => enter(() => mutation.run({ body })))(event)}
    >
      <h2 className={styles.heading}>学校のアカウントでログイン</h2>
      {message && (
        <Notice tone="error" role="alert">
          {message}
        </Notice>
      )}
      <TextField
        label="学校コード"
        autoComplete="organization"
        autoCapitalize="none"
        error={errors.schoolCode?.message}
        {...register('schoolCode')}
      />
      <TextField
        label="生徒コード"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.studentCode?.message}
        hint="学校から配られたコードを入力してください。"
        {...register('studentCode')}
      />
      <PasswordField label="パスワード" error={errors.password?.message} {...register('password')} />
      <Button type="submit" variant="primary" size="large" isBlock isLoading={isSubmitting}>
        ログイン
      </Button>
      <Button variant="ghost" isBlock icon={<Icon icon={ChevronLeft} size={16} />} onClick={onBack}>
        メールアドレスに戻る
      </Button>
    </form>
  );
}
