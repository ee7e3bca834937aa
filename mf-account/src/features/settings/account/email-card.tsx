import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation, useResendEmail } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Check } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { useTextForm } from '../../../core/use-text-form';
import { checkEmailForm } from './account-forms';

import styles from '../settings.module.css';

/** Loaded lazily: few users are changing their address. */
const PendingEmail = lazy(() => import('./pending-email').then((module) => ({ default: module.PendingEmail })));
const MailDelay = lazy(() =>
  import('@manabiba/shared/ui/mail-delay').then((module) => ({ default: module.MailDelay })),
);

/** The sign-in address, its verification state, and a form to change it. */
export function EmailCard({ id, me }: { id: string; me: SignedInMe }) {
  const { run } = useEndpointMutation(updateMe);
  const form = useTextForm({
    initial: { email: me.email ?? '', currentPassword: '' },
    check: checkEmailForm(me.hasPassword),
    onSend: async ({ email, currentPassword }) => {
      const changed = await run({ body: { email: email.trim(), ...(me.hasPassword ? { currentPassword } : {}) } });
      const kept = { email: changed.email ?? '', currentPassword: '' };
      if (changed.pendingEmail === null) return kept;
      form.reset(kept);
      return undefined;
    },
  });
  // The confirmation link was opened, possibly in another tab.
  const [kept, setKept] = useState(me.email);
  if (kept !== me.email) {
    setKept(me.email);
    form.reset({ email: me.email ?? '', currentPassword: '' });
  }
  const { values, field, handleSubmit } = form;
  const isDirty = values.email.trim() !== (me.email ?? '');

  return (
    <SettingCard id={id} title="メールアドレス" foot={<SaveFoot {...form} isDirty={isDirty} />} onSubmit={handleSubmit}>
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
        {me.isMailDelayed && awaitsMail(me) && (
          <Suspense>
            <MailDelay />
          </Suspense>
        )}
        {me.pendingEmail !== null && (
          <Suspense>
            <PendingEmail me={me} email={me.pendingEmail} />
          </Suspense>
        )}
      </div>
    </SettingCard>
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
