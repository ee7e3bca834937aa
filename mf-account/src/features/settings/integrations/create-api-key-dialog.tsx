import { apiKeyName } from '@manabiba/shared/contract/api-key-name';
import { createApiKey as apiKeyContract } from '@manabiba/shared/contract/api-keys';
import {
  apiKeyDays,
  type ApiKeyDays,
  type ApiScope,
  apiScopeNames,
  apiScopes,
} from '@manabiba/shared/contract/api-scopes';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createApiKey } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';

import { currentPassword } from '../account/account.schema';
import { ChoicesField } from './choices-field';
import { SecretDialog } from './secret-dialog';

import styles from '../settings.module.css';

interface NewApiKey {
  name: string;
  scopes: ApiScope[];
  days: ApiKeyDays;
  currentPassword: string;
}
const empty: NewApiKey = { name: '', scopes: [], days: 90, currentPassword: '' };

/** The form of a new key, and the key once it is created. */
function useNewApiKey(me: SignedInMe) {
  const { run } = useEndpointMutation(createApiKey);
  const [created, setCreated] = useState<string>();
  const form = useEndpointForm({
    defaultValues: empty,
    schema: z.extend(apiKeyContract.body, { currentPassword: currentPassword(me) }),
    onSend: async (body) => setCreated((await run({ body })).key),
  });
  const scopes = useController({ control: form.form.control, name: 'scopes' });
  return { form, scopes, created };
}

/** Creates an API key, asking for the password, then shows it once. */
export function CreateApiKeyDialog({ me, onClose }: { me: SignedInMe; onClose: () => void }) {
  const { form, scopes, created } = useNewApiKey(me);
  if (created !== undefined)
    return <SecretDialog title="APIキーを作成しました" label="APIキー" secret={created} onClose={onClose} />;
  return (
    <FormDialog
      title="APIキーを作成"
      submitLabel="作成する"
      isDirty={form.isDirty}
      isSubmitting={form.isSending}
      onSubmit={form.handleSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {form.message && (
          <Notice tone="error" role="alert">
            {form.message}
          </Notice>
        )}
        <TextField
          label="名前"
          hint={`使うプログラムが分かる名前を${apiKeyName.max}文字以内で入力してください。`}
          autoComplete="off"
          data-autofocus
          {...form.field('name')}
        />
        <ChoicesField
          legend="できること"
          choices={apiScopes}
          names={apiScopeNames}
          chosen={scopes.field.value}
          error={scopes.fieldState.error?.message}
          onChange={scopes.field.onChange}
        />
        <Select
          label="有効期間"
          options={apiKeyDays.map((count) => ({ value: String(count), label: `${count}日` }))}
          {...form.field('days', { valueAsNumber: true })}
        />
        <PasswordPart me={me} field={form.field('currentPassword')} />
      </div>
    </FormDialog>
  );
}

function PasswordPart({ me, field }: { me: SignedInMe; field: object }) {
  return me.hasPassword ? (
    <TextField label="現在のパスワード" type="password" autoComplete="current-password" {...field} />
  ) : (
    <p className={styles.note}>
      安全のため、ログインから15分以内に作成してください。過ぎたときは、一度ログアウトし、ログインし直してください。
    </p>
  );
}
