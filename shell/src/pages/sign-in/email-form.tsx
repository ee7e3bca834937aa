import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { signIn } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation, useFormFill } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type EmailForm, emailForm } from './sign-in.schema';
import styles from './sign-in.module.css';
import { useEntrance } from './use-entrance';

/** Sign-in by e-mail address and password. */
export function EmailSignInForm({ onSchool }: { onSchool: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<EmailForm>({ resolver: zodResolver(emailForm), defaultValues: { email: '', password: '' } });
  const mutation = useEndpointMutation(signIn);
  const { enter, message } = useEntrance(['email', 'password'], setError);
  const { errors, isSubmitting } = formState;
  return (
    <form className={styles.form} noValidate onInput={useFormFill('form_fill_signin')} onSubmit={(event) => void handleSubmit((body) => enter(() => mutation.run({ body })))(event)}>
      {message && <Notice tone="error" role="alert">{message}</Notice>}
      <TextField label="メールアドレス" type="email" autoComplete="username" error={errors.email?.message} {...register('email')} />
      <TextField label="パスワード" type="password" autoComplete="current-password" error={errors.password?.message} {...register('password')} />
      <Button type="submit" variant="primary" size="large" isBlock isLoading={isSubmitting}>ログイン</Button>
      <p className={styles.or}><span>または</span></p>
      <Button isBlock onClick={onSchool}>学校のアカウントでログイン</Button>
    </form>
  );
}
