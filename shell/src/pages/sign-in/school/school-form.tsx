import { zodResolver } from '@hookform/resolvers/zod';
import { signInPartnerSchool } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation, useFormFill } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { PasswordField } from '@manabiba/shared/ui/password-field';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { TextField } from '@manabiba/shared/ui/text-field';
import { ChevronLeft } from 'lucide-react';
import { type FieldErrors, useForm, type UseFormRegister } from 'react-hook-form';

import { type SchoolForm, schoolForm } from '../sign-in.schema';
import { useSignInActions, useSignInCall } from '../use-sign-in-call';
import { SchoolPageButton } from './school-page-button';
import type { SchoolReturn } from './use-school-return';

import styles from '../sign-in.module.css';

interface SchoolSignInFormProps {
  onBack: () => void;
  /** The page may be left for that of the school. Default true. */
  canLeave?: boolean;
  /** The pupil comes back from the page of the school. */
  returned?: SchoolReturn | null;
}

/** Sign-in for a pupil of a partner school, with the codes that the school has issued or on the page of the school. */
export function SchoolSignInForm({ onBack, canLeave = true, returned = null }: SchoolSignInFormProps) {
  const { register, handleSubmit, setError, trigger, getValues, formState } = useForm<SchoolForm>({
    resolver: zodResolver(schoolForm),
    defaultValues: { schoolCode: '', studentCode: '', password: '' },
  });
  const mutation = useEndpointMutation(signInPartnerSchool);
  const { completeSignIn } = useSignInActions();
  const { enter, message, setMessage } = useSignInCall(
    ['schoolCode', 'studentCode', 'password'],
    setError,
    completeSignIn,
  );
  const { errors, isSubmitting } = formState;
  const shown = message ?? returned?.message;

  async function askSchoolCode() {
    setMessage(undefined);
    return (await trigger('schoolCode', { shouldFocus: true })) ? getValues('schoolCode') : null;
  }

  return (
    <form
      className={styles.form}
      noValidate
      onInput={useFormFill('form_fill_signin')}
      onSubmit={(event) =>
        void handleSubmit((body) => enter((second) => mutation.run({ body: { ...body, ...second } })))(event)
      }
    >
      <h2 className={styles.heading}>学校のアカウントでログイン</h2>
      {shown && (
        <Notice tone="error" role="alert">
          {shown}
        </Notice>
      )}
      <SchoolFields register={register} errors={errors} />
      <Button type="submit" variant="primary" size="large" isBlock isLoading={isSubmitting}>
        ログイン
      </Button>
      {canLeave && (
        <>
          <p className={styles.or}>
            <span>または</span>
          </p>
          <SchoolPageButton askSchoolCode={askSchoolCode} onRefused={setMessage} />
        </>
      )}
      <Button variant="ghost" isBlock icon={<Icon icon={ChevronLeft} size={16} />} onClick={onBack}>
        メールアドレスに戻る
      </Button>
    </form>
  );
}

function SchoolFields({
  register,
  errors,
}: {
  register: UseFormRegister<SchoolForm>;
  errors: FieldErrors<SchoolForm>;
}) {
  return (
    <>
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
    </>
  );
}

/** Shown instead of the form while a pupil who returned from the school's page is signed in. */
export function SchoolReturning() {
  return (
    <p className={styles.returning} role="status">
      <Spinner />
      学校のページから戻りました。ログインしています…
    </p>
  );
}
