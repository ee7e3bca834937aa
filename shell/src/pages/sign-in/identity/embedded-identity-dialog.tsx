import { zodResolver } from '@hookform/resolvers/zod';
import { email, nickname } from '@manabiba/shared/contract/auth';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import { sendCall } from '@manabiba/shared/data/call-endpoint';
import { reference } from '@manabiba/shared/data/endpoint-reference';
import type { ProviderToken } from '@manabiba/shared/page/sign-up-steps';
import { isApiError } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import styles from '../sign-in.module.css';

const form = z.object({ email, name: nickname });
type Form = z.input<typeof form>;

interface IssueToken extends EndpointDefinition {
  body: typeof form;
  response: z.ZodMiniType<{ idToken: string }>;
}
/** The issuer's own endpoint: not part of the contract, and absent in production. */
const issueToken = reference<IssueToken>({
  name: 'issueEmbeddedToken',
  method: 'POST',
  path: '/embedded_identity/tokens',
  maxRetries: 0,
});

/** Stand-in for Google's sign-in window on a machine without a Firebase project: accepts any identity. */
export function EmbeddedIdentityDialog({ onDone }: { onDone: (token: ProviderToken | null) => void }) {
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Form>({ resolver: zodResolver(form), defaultValues: { email: '', name: '' } });
  const issue = async (body: Form) => {
    try {
      const { idToken } = await sendCall(issueToken, { body });
      onDone({ idToken, ...body });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setError('email', { type: 'server', message: error.message });
    }
  };
  const footer = (
    <>
      <Button disabled={isSubmitting} onClick={() => onDone(null)}>
        キャンセル
      </Button>
      <Button type="submit" variant="primary" isLoading={isSubmitting}>
        続ける
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      title="Googleアカウントを選択"
      size="small"
      isBusy={isSubmitting}
      footer={footer}
      onClose={() => onDone(null)}
      onSubmit={(event) => void handleSubmit(issue)(event)}
    >
      <div className={styles.form}>
        <Notice>動作確認用です。この環境にはGoogleの設定がないため、入力したアカウントとして続けます。</Notice>
        <TextField
          label="Googleのメールアドレス"
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField label="お名前" autoComplete="off" error={errors.name?.message} {...register('name')} />
      </div>
    </Dialog>
  );
}
