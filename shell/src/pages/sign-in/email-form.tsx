import { zodResolver } from '@hookform/resolvers/zod';
import {
  createPasskeySignInChallenge,
  signIn,
  signInWithPasskey,
  signInWithProvider,
} from '@manabiba/shared/data/endpoints';
import type { ProviderToken } from '@manabiba/shared/page/sign-up-steps';
import { isApiError, Link, paths, useEndpointMutation, useFormFill, useNavigate } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { PasswordField } from '@manabiba/shared/ui/password-field';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { CircleUserRound, KeyRound } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useForm } from 'react-hook-form';

import { PromptButton } from './prompt-button';
import { type EmailForm, emailForm } from './sign-in.schema';
import { useSignInActions, useSignInCall } from './use-sign-in-call';

import styles from './sign-in.module.css';

/** Shares the chunk of the sign-in dialog: a separate one would add its digest to every page. */
const loadPrompt = () => import(/* webpackChunkName: "sign-in-again" */ '@manabiba/shared/forms/ask-passkey');

interface EmailSignInFormProps {
  onSchool: () => void;
  /** Null: no identity provider is configured. */
  askProvider: (() => Promise<ProviderToken | null>) | null;
  /** Called when the provider confirms an identity that has no account here yet. */
  onNewcomer: (token: ProviderToken) => void;
  /** Initial e-mail address of the form. */
  email?: string;
  /** The session has expired on an open page: the form must not link away from it. */
  isReturning?: boolean;
}

/** Sign-in by e-mail address and password, by a passkey, or by an identity provider. */
export function EmailSignInForm({
  onSchool,
  askProvider,
  onNewcomer,
  email = '',
  isReturning = false,
}: EmailSignInFormProps) {
  const { register, handleSubmit, setError, getValues, formState } = useForm<EmailForm>({
    resolver: zodResolver(emailForm),
    defaultValues: { email, password: '' },
  });
  const mutation = useEndpointMutation(signIn);
  const byProvider = useEndpointMutation(signInWithProvider);
  const { completeSignIn } = useSignInActions();
  const beginPasskey = useEndpointMutation(createPasskeySignInChallenge);
  const byPasskey = useEndpointMutation(signInWithPasskey);
  const { enter, message, setMessage, showError } = useSignInCall(['email', 'password'], setError, completeSignIn);
  const { errors, isSubmitting } = formState;
  const signInByProvider = async (ask: () => Promise<ProviderToken | null>) => {
    const token = await ask();
    if (!token) return;
    await enter((second) =>
      byProvider.run({ body: { idToken: token.idToken, ...second } }).catch((error: unknown) => {
        if (isApiError(error) && error.code === 'not_found') onNewcomer(token);
        throw error;
      }),
    );
  };

  const signInByPasskey = async () => {
    setMessage(undefined);
    try {
      const loaded = await loadPrompt().catch(() => null);
      if (!loaded) return setMessage('読み込めませんでした。通信を確認して、もう一度お試しください。');
      const { challengeId, options } = await beginPasskey.run({});
      const prompted = await loaded.askForPasskey(options);
      if ('problem' in prompted) setMessage(prompted.problem ?? undefined);
      else await enter(() => byPasskey.run({ body: { challengeId, assertion: prompted.answer } }));
    } catch (error) {
      showError(error);
    }
  };

  return (
    <form
      className={styles.form}
      noValidate
      onInput={useFormFill('form_fill_signin')}
      onSubmit={(event) =>
        void handleSubmit((body) => enter((second) => mutation.run({ body: { ...body, ...second } })))(event)
      }
    >
      {message && (
        <Notice tone="error" role="alert">
          {message}
        </Notice>
      )}
      <TextField
        label="メールアドレス"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="パスワード"
        error={errors.password?.message}
        data-autofocus={isReturning && email !== '' ? '' : undefined}
        {...register('password')}
      />
      {!isReturning && <ForgottenPassword typedEmail={() => getValues('email')} />}
      <Button type="submit" variant="primary" size="large" isBlock isLoading={isSubmitting}>
        ログイン
      </Button>
      <OtherWays
        onPasskey={signInByPasskey}
        onGoogle={askProvider && (() => signInByProvider(askProvider))}
        onSchool={onSchool}
      />
    </form>
  );
}

/** Link to the password reset, which passes on the typed address. */
function ForgottenPassword({ typedEmail }: { typedEmail: () => string }) {
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(paths.resetPassword.href(), { state: { email: typedEmail() } });
  };
  return (
    <p className={styles.forgot}>
      <Link className={textLinkClass} to={paths.resetPassword.href()} onClick={handleClick}>
        パスワードをお忘れの方
      </Link>
    </p>
  );
}

interface OtherWaysProps {
  onPasskey: () => Promise<void>;
  /** Null: no identity provider is configured. */
  onGoogle: (() => Promise<void>) | null;
  onSchool: () => void;
}

function OtherWays({ onPasskey, onGoogle, onSchool }: OtherWaysProps) {
  return (
    <>
      <p className={styles.or}>
        <span>または</span>
      </p>
      <div className={styles.ways}>
        <PromptButton icon={KeyRound} onClick={onPasskey}>
          パスキーでログイン
        </PromptButton>
        {onGoogle && (
          <PromptButton icon={CircleUserRound} onClick={onGoogle}>
            Googleでログイン
          </PromptButton>
        )}
        <Button isBlock onClick={onSchool}>
          学校のアカウントでログイン
        </Button>
      </div>
    </>
  );
}
