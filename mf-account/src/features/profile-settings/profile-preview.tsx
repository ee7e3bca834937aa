import type { User } from '@manabiba/shared/contract/users';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { Icon } from '@manabiba/shared/ui/icon';
import { Shield } from 'lucide-react';

import styles from './profile-settings.module.css';

/** A live preview of how others see the profile. */
export function ProfilePreview({ person, isReduced }: { person: User; isReduced: boolean }) {
  return (
    <div className={styles.preview}>
      <Avatar person={person} size={64} />
      <div className={styles.previewWords}>
        <p className={styles.previewName}>
          <strong>{person.nickname.trim() || 'ニックネーム'}</strong>
          {person.isProfessional && (
            <Badge tone="action">
              <Icon icon={Shield} size={16} />
              プロフェッショナル
            </Badge>
          )}
        </p>
        {!isReduced && person.job.trim() && <p className={styles.hint}>{person.job}</p>}
        {!isReduced && person.introduction.trim() && <p className={styles.previewText}>{person.introduction}</p>}
      </div>
    </div>
  );
}
