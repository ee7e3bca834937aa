import type { SignedInMe } from '@manabiba/shared/contract/users';
import { canUpgrade, Link, paths, useConfig } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { buttonClass } from '@manabiba/shared/ui/button';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import styles from './settings.module.css';

/** Returns here, including when the user changes their mind. */
const UPGRADE_URL = paths.signIn.href({}, { tab: 'signup', kind: 'professional', next: paths.settings.href() });

/** A link to the public profile and, for adults, to the registration of professionals. */
export function ProfileCard({ id, me }: { id: string; me: SignedInMe }) {
  const isClosed = useConfig().closure.mode === 'readonly';
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
        <Link className={buttonClass()} to={paths.user.href({ id: me.id })}>
          マイプロフィール
        </Link>
      </div>
      {canUpgrade(me) && (
        <p className={`${styles.note} ${styles.after}`}>
          {isClosed ? (
            '本サービスは終了したため、プロフェッショナルの登録は受け付けていません。'
          ) : (
            <>
              教室やイベントを団体として開く方は、
              <Link className={textLinkClass} to={UPGRADE_URL}>
                プロフェッショナルとして登録
              </Link>
              できます。
            </>
          )}
        </p>
      )}
    </SettingCard>
  );
}
