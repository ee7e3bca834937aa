import { MIN_PASSWORD_LENGTH } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';

import { useTextForm } from '../../../core/use-text-form';
import { checkPasswordForm, type PasswordForm } from './account-forms';

import styles from '../settings.module.css';

const empty: PasswordForm = { currentPassword: '', password: '' };

/** Changes the password, or sets the first one for an account created through an identity provider. */
export function PasswordCard({ id, me }: { id: string; me: SignedInMe }) {
  const { run } = useEndpointMutation(updateMe);
  const form = useTextForm({
    initial: empty,
    check: checkPasswordForm(me.hasPassword),
    onSend: async ({ currentPassword, password }) => {
      await run({ body: { password, ...(me.hasPassword ? { currentPassword } : {}) } });
      return empty;
    },
  });
  const { field, handleSubmit } = form;

  return (
    <SettingCard id={id} title="パスワード" foot={<SaveFoot {...form} />} onSubmit={handleSubmit}>
      <div className={styles.fields}>
        {me.hasPassword ? (
          <TextField
            label="現在のパスワード"
            type="password"
            autoComplete="current-password"
            {...field('currentPassword')}
          />
        ) : (
          <p className={styles.small}>
            Googleアカウントでログインしています。パスワードを設定すると、メールアドレスでもログインできます。
          </p>
        )}
        <TextField
          label="新しいパスワード"
          type="password"
          autoComplete="new-password"
          hint={`${MIN_PASSWORD_LENGTH}文字以上で入力してください。${me.hasPassword ? '変更すると、ほかの端末ではログアウトします。' : ''}`}
          {...field('password')}
        />
      </div>
    </SettingCard>
  );
}
