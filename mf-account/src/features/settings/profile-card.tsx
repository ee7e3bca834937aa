import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Link, paths } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { buttonClass } from '@manabiba/shared/ui/button';
import { SettingCard } from '../../core/setting-card';
import styles from './settings.module.css';

/** How others see somebody, with the way there. */
export function ProfileCard({ id, me }: { id: string; me: SignedInMe }) {
  return (
    <SettingCard id={id} title="プロフィール">
      <div className={styles.split}>
        <div className={styles.who}>
          <Avatar person={me} size={48} />
          <p className={styles.value}>
            <strong>{me.nickname}</strong>
            {me.job && <span className={`${styles.job} ${styles.small} ${styles.soft}`}>{me.job}</span>}
          </p>
        </div>
        <Link className={buttonClass()} to={paths.user.href({ id: me.id })}>マイプロフィール</Link>
      </div>
    </SettingCard>
  );
}
