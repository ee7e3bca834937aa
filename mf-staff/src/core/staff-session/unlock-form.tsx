import { unlockStaffSession } from '@manabiba/shared/data/endpoints';
import { SecondFactorForm } from '@manabiba/shared/forms/second-factor-form';
import { useEndpointMutation } from '@manabiba/shared/platform';

/** Opens the session with a code of the app, or with a recovery code. */
export function UnlockForm({ isReturning }: { isReturning: boolean }) {
  const { run } = useEndpointMutation(unlockStaffSession);
  return (
    <SecondFactorForm submitLabel="作業をはじめる" send={(code) => run({ body: { code } })}>
      <h1>確認コードの入力</h1>
      {isReturning && <p>30分間操作がなかったため、画面を閉じました。入力していた内容は残っています。</p>}
    </SecondFactorForm>
  );
}
