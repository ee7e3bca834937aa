import { MIN_PASSWORD_LENGTH } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { SaveFoot, SettingBody } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useWatch } from 'react-hook-form';

import { passwordForm } from './account.schema';

import styles from '../settings.module.css';

const empty = { currentPassword: '', password: '' };

/** Changes the password, or sets the first one. */
export function PasswordForm({ me }: { me: SignedInMe }) {
  const { run } = useEndpointMutation(updateMe);
  const form = useEndpointForm({
    defaultValues: empty,
    schema: passwordForm(me),
    onSend: async (body) => {
      await run({ body });
      return empty;
    },
  });
  const { field, handleSubmit } = form;
  // Browsers fill in the current one by themselves.
  const isTyped = useWatch({ control: form.form.control, name: 'password' }) !== '';

  return (
    <SettingBody foot={<SaveFoot {...form} />} onSubmit={handleSubmit}>
      <LeaveGuard isDirty={isTyped} />
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
    </SettingBody>
  );
}
