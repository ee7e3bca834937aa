import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { PageBody } from '@manabiba/shared/ui/page-body';
import styles from './farewell-page.module.css';

/** /farewell: what somebody sees who has just left. */
export function FarewellPage() {
  return (
    <PageBody className={styles.page}>
      <h1>退会の手続きが完了しました。</h1>
      <p>まなびばをご利用いただき、ありがとうございました。</p>
      <p>30日以内であれば、これまでと同じ方法でログインして、アカウントを元に戻せます。30日が過ぎると、データは削除されます。</p>
      <div className={styles.actions}>
        <Link className={buttonClass()} to={paths.top.href()}>トップページへ</Link>
        <Link className={buttonClass({ variant: 'ghost' })} to={paths.signIn.href()}>ログインして元に戻す</Link>
      </div>
    </PageBody>
  );
}
