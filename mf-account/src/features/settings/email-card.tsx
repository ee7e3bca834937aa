import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Badge } from '@manabiba/shared/ui/badge';
import { Icon } from '@manabiba/shared/ui/icon';
import { Check } from 'lucide-react';
import { SettingCard } from '../../core/setting-card';
import styles from './settings.module.css';

/** The address somebody signs in with, and whether it has been confirmed. */
export function EmailCard({ id, me }: { id: string; me: SignedInMe }) {
  const isVerified = me.fromFirebase.emailVerified;
  return (
    <SettingCard id={id} title="メールアドレス">
      <div className={styles.stack}>
        <p className={styles.value}>{me.email}</p>
        {isVerified
          ? <Badge tone="ok"><Icon icon={Check} size={16} />確認済み</Badge>
          : <Badge tone="warn">未確認</Badge>}
        {!isVerified && (
          <p className={styles.small}>お送りした確認メールのリンクを開いてください。届かない場合は、迷惑メールフォルダもご確認ください。</p>
        )}
      </div>
    </SettingCard>
  );
}

/** How a pupil signs in with what their school gave them; beside an address or in place of one. */
export function SchoolAccountCard({ id, me }: { id: string; me: SignedInMe }) {
  const hasAddress = me.email !== null;
  return (
    <SettingCard id={id} title="学校アカウント">
      <div className={styles.stack}>
        <p className={styles.small}>{hasAddress ? '学校コードと生徒コードでもログインできます。' : '学校コードと生徒コードでログインしています。'}</p>
        <p className={`${styles.small} ${styles.soft}`}>
          コードやパスワードがわからなくなったときは、学校の先生にお問い合わせください。
          {!hasAddress && 'メールアドレスは登録されていません。'}
        </p>
      </div>
    </SettingCard>
  );
}
