import { zodResolver } from '@hookform/resolvers/zod';
import { MAX_NICKNAME_LENGTH } from '@manabiba/shared/contract/limits';
import { signUp } from '@manabiba/shared/data/endpoints';
import { needsGuardian } from '@manabiba/shared/format/age';
import { Link, paths, useEndpointMutation, useFormFill } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { Notice } from '@manabiba/shared/ui/notice';
import { PasswordField } from '@manabiba/shared/ui/password-field';
import { TextField, type TextFieldProps } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { type SignUpForm, signUpForm } from './sign-in.schema';
import { useSignInActions, useSignInCall } from './use-sign-in-call';

import styles from './sign-in.module.css';

const empty: SignUpForm = {
  nickname: '',
  email: '',
  password: '',
  birthDate: '',
  guardianEmail: '',
  agreeTerms: false,
};

/** Sign-up on one page, for when the steps by kind of account cannot be shown. Users of 15 or under name a guardian. */
export function NewAccountForm() {
  const { register, handleSubmit, setError, control, formState } = useForm<SignUpForm>({
    resolver: zodResolver(signUpForm),
    defaultValues: empty,
  });
  const mutation = useEndpointMutation(signUp);
  const { completeSignUp } = useSignInActions();
  const { enter, message } = useSignInCall(
    ['nickname', 'email', 'password', 'birthDate', 'guardianEmail', 'agreeTerms'],
    setError,
    completeSignUp,
  );
  const [openedAt] = useState(() => new Date());
  const isYoung = needsGuardian(useWatch({ control, name: 'birthDate' }), openedAt);
  const { errors, isSubmitting } = formState;

  const send = ({ guardianEmail, agreeTerms: _agreed, ...form }: SignUpForm) =>
    enter(() => mutation.run({ body: { ...form, agreeTerms: true, ...(isYoung ? { guardianEmail } : {}) } }));

  return (
    <form
      className={styles.form}
      noValidate
      onInput={useFormFill('form_fill_signup')}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      {message && (
        <Notice tone="error" role="alert">
          {message}
        </Notice>
      )}
      <TextField
        label="ニックネーム"
        autoComplete="nickname"
        maxCharacters={MAX_NICKNAME_LENGTH}
        error={errors.nickname?.message}
        {...register('nickname')}
      />
      <TextField
        label="メールアドレス"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField label="パスワード" isNew error={errors.password?.message} {...register('password')} />
      <TextField
        label="生年月日"
        type="date"
        autoComplete="bday"
        hint="ほかの方には表示されません。"
        error={errors.birthDate?.message}
        {...register('birthDate')}
      />
      {isYoung && <GuardianEmail error={errors.guardianEmail?.message} {...register('guardianEmail')} />}
      <Checkbox label={<TermsLabel />} error={errors.agreeTerms?.message} {...register('agreeTerms')} />
      <Button type="submit" variant="primary" size="large" isBlock isLoading={isSubmitting}>
        アカウントを作成
      </Button>
    </form>
  );
}

function GuardianEmail(field: Omit<TextFieldProps, 'label'>) {
  return (
    <div className={styles.inset}>
      <p>
        <strong>保護者の方の同意が必要です。</strong>
        <br />
        15歳以下の方は、保護者の方の同意をいただいたあと、ご年齢に応じた機能をご利用いただけます。
      </p>
      <TextField
        label="保護者のメールアドレス"
        type="email"
        autoComplete="off"
        placeholder="hogosha@example.jp"
        {...field}
      />
    </div>
  );
}

/** The documents open in a new tab, so that nothing typed is lost. */
function TermsLabel() {
  return (
    <>
      <Link className={textLinkClass} to={paths.termsOfUse.href()} target="_blank">
        利用規約
      </Link>
      と
      <Link className={textLinkClass} to={paths.privacyPolicy.href()} target="_blank">
        プライバシーポリシー
      </Link>
      に同意する
    </>
  );
}
