import { MAX_ISSUER_LENGTH } from '@manabiba/shared/contract/limits';
import type { SchoolDetails } from '@manabiba/shared/contract/staff-schools';
import { setSignInPage } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { PasswordField } from '@manabiba/shared/ui/password-field';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { useFieldsCall } from '../../core/use-fields-call';

import shared from '../../core/staff-parts.module.css';
import styles from './schools.module.css';

const names = ['issuer', 'clientId', 'clientSecret', 'claim'] as const;
const fields = names.map((name) => `page.${name}` as const);
type Page = Record<(typeof names)[number], string>;
const nothing: Page = { issuer: '', clientId: '', clientSecret: '', claim: 'sub' };

/** The sign-in page of a school (OpenID Connect). The secret can be set, never read. */
export function SignInPageCard({ school: { id, signInPage, redirectUri } }: { school: SchoolDetails }) {
  const saved: Page = { ...nothing, ...signInPage };
  const [page, setPage] = useState(saved);
  const { run, isRunning } = useEndpointMutation(setSignInPage);
  const { errors, submit } = useFieldsCall(fields);
  const isDirty = names.some((name) => page[name] !== saved[name]);

  async function save() {
    const { clientSecret, ...rest } = page;
    const body = { page: { ...rest, ...(clientSecret === '' ? {} : { clientSecret }) } };
    const done = await submit(() => run({ params: { id }, body }));
    if (done) toast.success('学校のページを設定しました。');
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isDirty && !isRunning) void save();
  }

  const bind = (name: keyof Page) => ({
    value: page[name],
    error: errors[`page.${name}`],
    onChange: (event: { target: { value: string } }) => setPage({ ...page, [name]: event.target.value }),
  });

  return (
    <SettingCard
      id="sign-in-page"
      title="学校のページでのログイン"
      onSubmit={handleSubmit}
      foot={<SaveFoot isDirty={isDirty} isSending={isRunning} isSaved={false} message={null} />}
    >
      <div className={shared.fields}>
        <p className={shared.note}>
          学校のOpenID Connectでログインできるようにします。学校には、戻り先のURLとして次を登録してもらってください。
        </p>
        <p className={styles.uri}>
          <code>{redirectUri}</code>
        </p>
        <TextField
          label="発行者(issuer)のURL"
          type="url"
          inputMode="url"
          maxLength={MAX_ISSUER_LENGTH}
          {...bind('issuer')}
        />
        <TextField label="クライアントID" autoComplete="off" {...bind('clientId')} />
        <PasswordField
          label="クライアントシークレット"
          autoComplete="new-password"
          hint={signInPage ? '設定済みです。変更するときだけ入力してください。' : undefined}
          {...bind('clientSecret')}
        />
        <TextField
          label="生徒コードが入っている項目(claim)"
          hint="学校のページが伝える項目の名前です。生徒コードと同じ値でなければなりません。"
          autoComplete="off"
          {...bind('claim')}
        />
        {signInPage && <RemovePage schoolId={id} />}
      </div>
    </SettingCard>
  );
}

function RemovePage({ schoolId }: { schoolId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(setSignInPage);
  const { submit } = useFieldsCall([]);

  async function remove() {
    const done = await submit(() => run({ params: { id: schoolId }, body: { page: null } }));
    if (done) toast.success('学校のページでのログインをやめました。');
    setIsAsking(false);
  }

  return (
    <div>
      <Button variant="danger-quiet" onClick={() => setIsAsking(true)}>
        学校のページでのログインをやめる
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDanger
        isLoading={isRunning}
        title="学校のページでのログインをやめますか"
        confirmLabel="やめる"
        onConfirm={() => void remove()}
        onClose={() => setIsAsking(false)}
      >
        生徒は、生徒コードとパスワードでだけログインできるようになります。設定は消えます。
      </ConfirmDialog>
    </div>
  );
}
