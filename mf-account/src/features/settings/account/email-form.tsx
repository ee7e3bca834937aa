import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { useEndpointMutation, useResendEmail } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { MailDelay } from '@manabiba/shared/ui/mail-delay';
import { SaveFoot, SettingBody } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';

import { emailForm } from './account.schema';
import { PendingEmail } from './pending-email';

import styles from '../settings.module.css';

type Values = Record<'email' | 'currentPassword', string>;
const valuesOf = (email: string | null): Values => ({ email: email ?? '', currentPassword: '' });

/** Changes the sign-in address, which stays the old one until the new one is verified. */
function useEmailForm(me: SignedInMe) {
  const { run } = useEndpointMutation(updateMe);
  const form = useEndpointForm({ defaultValues: valuesOf(me.email), schema: emailForm(me), onSend: save });
  const { reset, control } = form.form;

  async function save(body: { email: string; currentPassword: string | undefined }): Promise<Values | void> {
    const { email, pendingEmail } = await run({ body });
    // Nothing is saved yet: the old address is shown again, beside the new one.
    return pendingEmail === null ? valuesOf(email) : reset(valuesOf(email));
  }
  // The confirmation link was opened, possibly in another tab.
  useEffect(() => reset(valuesOf(me.email)), [reset, me.email]);

  const typed = useWatch({ control, name: 'email' });
  return { ...form, isDirty: typed.trim() !== (me.email ?? '') };
}

/** The sign-in address in its field, with its verification state. */
export function EmailForm({ me }: { me: SignedInMe }) {
  const form = useEmailForm(me);
  const { isDirty, field, handleSubmit } = form;
  return (
    <SettingBody foot={<SaveFoot {...form} />} onSubmit={handleSubmit}>
      <LeaveGuard isDirty={isDirty} />
      <div className={styles.fields}>
        <TextField
          label="メールアドレス"
          isLabelHidden
          type="email"
          autoComplete="email"
          inputMode="email"
          {...field('email')}
        />
        <EmailState me={me} />
        {isDirty && me.hasPassword && (
          <TextField
            label="現在のパスワード"
            type="password"
            autoComplete="current-password"
            hint="ご本人による変更であることを確認します。"
            {...field('currentPassword')}
          />
        )}
        {me.isMailDelayed && awaitsMail(me) && <MailDelay />}
        {me.pendingEmail !== null && <PendingEmail me={me} email={me.pendingEmail} />}
      </div>
    </SettingBody>
  );
}

/** Whether a confirmation link is still unopened. */
const awaitsMail = ({ email, pendingEmail, fromFirebase }: SignedInMe) =>
  pendingEmail !== null || (email !== null && !fromFirebase.emailVerified);

function EmailState({ me }: { me: SignedInMe }) {
  const resend = useResendEmail();
  if (me.email === null)
    return (
      <p className={styles.note}>まだ登録されていません。登録して確認が済むと、メールアドレスでもログインできます。</p>
    );
  if (me.fromFirebase.emailVerified)
    return (
      <p>
        <Badge tone="ok">
          <Icon icon={Check} size={16} />
          確認済み
        </Badge>
      </p>
    );
  return (
    <div className={styles.split}>
      <div className={styles.stack}>
        <Badge tone="warn">未確認</Badge>
        <p className={styles.small}>
          お送りした確認メールのリンクを開いてください。届かない場合は、迷惑メールフォルダもご確認ください。
        </p>
      </div>
      <Button onClick={resend}>確認メールを再送</Button>
    </div>
  );
}
