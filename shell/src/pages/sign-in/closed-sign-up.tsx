import { useConfig } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';

import styles from './sign-in.module.css';

/** Shown in place of sign-up, and of becoming a professional, once the service no longer accepts new users. */
export function ClosedSignUp({ isUpgrade = false }: { isUpgrade?: boolean }) {
  const { closure } = useConfig();
  return (
    <div className={styles.form}>
      <Notice role="status">
        本サービスは終了したため、{isUpgrade ? 'プロフェッショナルの登録' : '新規登録'}はできません。
      </Notice>
      <p>教室やイベントは、これまでどおりご覧いただけます。登録がお済みの方はログインできます。</p>
      <a className={buttonClass({ isBlock: true })} href={closure.url}>
        詳しくはこちら
      </a>
    </div>
  );
}
