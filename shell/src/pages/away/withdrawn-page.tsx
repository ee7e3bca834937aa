import { restoreAccount } from '@manabiba/shared/data/endpoints';
import {
  isApiError,
  showMessageFor,
  toast,
  useEndpointMutation,
  usePageTitle,
  useSignOut,
} from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { UserRoundCheck } from 'lucide-react';

/** Shown in place of every page to a user who has withdrawn and signs in again: returning is possible for 30 days. */
export function WithdrawnPage() {
  usePageTitle('退会済みのアカウント');
  const signOut = useSignOut();
  const { run, isRunning } = useEndpointMutation(restoreAccount, {
    onSuccess: () => toast.success('おかえりなさい。アカウントを元に戻しました。'),
    onError: (error) =>
      isApiError(error) && error.code === 'not_found'
        ? toast.error('元に戻せる期間が過ぎました。')
        : showMessageFor(error),
  });
  const actions = (
    <>
      <Button variant="primary" isLoading={isRunning} onClick={() => void run({}).catch(() => undefined)}>
        アカウントを元に戻す
      </Button>
      <Button variant="ghost" disabled={isRunning} onClick={() => void signOut().catch(showMessageFor)}>
        ログアウト
      </Button>
    </>
  );
  return (
    <GuardPanel sign={UserRoundCheck} title="このアカウントは退会の手続きが済んでいます。" actions={actions}>
      退会から30日以内であれば、元に戻してこれまでどおりご利用いただけます。30日が過ぎると、データは削除されます。
    </GuardPanel>
  );
}
