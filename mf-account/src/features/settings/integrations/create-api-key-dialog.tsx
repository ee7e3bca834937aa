import { apiKeyName } from '@manabiba/shared/contract/api-key-name';
import {
  apiKeyDays,
  type ApiKeyDays,
  type ApiScope,
  apiScopeNames,
  apiScopes,
} from '@manabiba/shared/contract/api-scopes';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createApiKey } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { useTextForm } from '../../../core/use-text-form';
import { ChoicesField } from './choices-field';
import { SecretDialog } from './secret-dialog';

import styles from '../settings.module.css';

const DEFAULT_DAYS: ApiKeyDays = 90;

function checkName(name: string): string | undefined {
  if (!name.trim()) return apiKeyName.empty;
  return [...name.trim()].length > apiKeyName.max ? apiKeyName.tooLong : undefined;
}

/** The choices of a new key, and the key once it is created. */
function useNewApiKey(me: SignedInMe) {
  const { run } = useEndpointMutation(createApiKey);
  const [created, setCreated] = useState<string>();
  const [scopes, setScopes] = useState<ApiScope[]>([]);
  const [days, setDays] = useState<ApiKeyDays>(DEFAULT_DAYS);
  const form = useTextForm({
    initial: { name: '', currentPassword: '', scopes: '' },
    check: ({ name, currentPassword }) => ({
      name: checkName(name),
      ...(scopes.length === 0 ? { scopes: '権限を1つ以上選んでください。' } : {}),
      ...(me.hasPassword && !currentPassword ? { currentPassword: '現在のパスワードを入力してください。' } : {}),
    }),
    onSend: async ({ name, currentPassword }) => {
      const { key } = await run({ body: { name, scopes, days, ...(me.hasPassword ? { currentPassword } : {}) } });
      setCreated(key);
    },
  });
  return { form, created, scopes, setScopes, days, setDays };
}

/** Creates an API key, asking for the password, then shows it once. */
export function CreateApiKeyDialog({ me, onClose }: { me: SignedInMe; onClose: () => void }) {
  const { form, created, scopes, setScopes, days, setDays } = useNewApiKey(me);
  if (created !== undefined)
    return <SecretDialog title="APIキーを作成しました" label="APIキー" secret={created} onClose={onClose} />;
  return (
    <FormDialog
      title="APIキーを作成"
      submitLabel="作成する"
      isDirty={form.isDirty || scopes.length > 0}
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
          chosen={scopes}
          error={scopes.length === 0 ? form.errors['scopes'] : undefined}
          onChange={setScopes}
        />
        <Select
          label="有効期間"
          value={days}
          options={apiKeyDays.map((count) => ({ value: String(count), label: `${count}日` }))}
          onChange={({ target }) => setDays(apiKeyDays.find((count) => String(count) === target.value) ?? DEFAULT_DAYS)}
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
