import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { CircleCheck } from 'lucide-react';

/** /account/farewell: shown after the account was closed. */
export function FarewellPage() {
  const actions = (
    <>
      <Link className={buttonClass()} to={paths.top.href()}>
        トップページへ
      </Link>
      <Link className={buttonClass({ variant: 'ghost' })} to={paths.signIn.href()}>
        ログインして元に戻す
      </Link>
    </>
  );
  return (
    <GuardPanel sign={CircleCheck} title="退会の手続きが完了しました。" actions={actions}>
      まなびばをご利用いただき、ありがとうございました。30日以内であれば、これまでと同じ方法でログインして、アカウントを元に戻せます。30日が過ぎると、データは削除されます。
    </GuardPanel>
  );
}
