import { MAX_ISSUER_LENGTH } from '@manabiba/shared/contract/limits';
import { type SchoolDetails, setSignInPage as pageContract } from '@manabiba/shared/contract/staff-schools';
import { setSignInPage } from '@manabiba/shared/data/endpoints';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { PasswordField } from '@manabiba/shared/ui/password-field';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import shared from '../../core/staff-parts.module.css';
import styles from './schools.module.css';

/** The secret can be set, never read: an empty field keeps it. */
const pageOf = ({ signInPage }: Pick<SchoolDetails, 'signInPage'>) => ({
  page: { issuer: '', clientId: '', claim: 'sub', ...signInPage, clientSecret: undefined },
});

/** The sign-in page of a school (OpenID Connect). */
export function SignInPageCard({ school }: { school: SchoolDetails }) {
  const { id, signInPage, redirectUri } = school;
  const [saveCount, setSaveCount] = useState(0);
  const { run } = useEndpointMutation(setSignInPage);
  const { field, handleSubmit, ...form } = useEndpointForm({
    defaultValues: pageOf(school),
    schema: pageContract.body,
    onRefusal: showMessageFor,
    onSend: async (body) => {
      await run({ params: { id }, body });
      toast.success('学校のページを設定しました。');
      setSaveCount((count) => count + 1);
      return pageOf({ signInPage: body.page });
    },
  });

  return (
    <SettingCard
      id="sign-in-page"
      title="学校のページでのログイン"
      onSubmit={handleSubmit}
      foot={<SaveFoot {...form} isSaved={false} />}
    >
      <LeaveGuard isDirty={form.isDirty} />
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
          {...field('page.issuer')}
        />
        <TextField label="クライアントID" autoComplete="off" {...field('page.clientId')} />
        <PasswordField
          // A reset to undefined would leave the saved secret in the input.
          key={saveCount}
          label="クライアントシークレット"
          autoComplete="new-password"
          hint={signInPage ? '設定済みです。変更するときだけ入力してください。' : undefined}
          {...field('page.clientSecret', { setValueAs: (typed: string) => typed || undefined })}
        />
        <TextField
          label="生徒コードが入っている項目(claim)"
          hint="学校のページが伝える項目の名前です。生徒コードと同じ値でなければなりません。"
          autoComplete="off"
          {...field('page.claim')}
        />
        {signInPage && <RemovePage schoolId={id} />}
      </div>
    </SettingCard>
  );
}

function RemovePage({ schoolId }: { schoolId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(setSignInPage, {
    onSuccess: () => toast.success('学校のページでのログインをやめました。'),
    onError: showMessageFor,
  });
  const remove = () =>
    run({ params: { id: schoolId }, body: { page: null } })
      .catch(() => undefined)
      .finally(() => setIsAsking(false));

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
