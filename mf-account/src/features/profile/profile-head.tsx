import type { UserProfile } from '@manabiba/shared/contract/users';
import { formatCount } from '@manabiba/shared/format/count';
import { formatRating } from '@manabiba/shared/format/rating';
import { Link, paths } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { Pencil, Shield } from 'lucide-react';

import { FollowButton } from '../../core/follow-button';
import { OrganisationLine } from './organisation-line';
import { PersonMenu } from './person-menu';

import styles from './profile.module.css';

interface ProfileHeadProps {
  user: UserProfile;
  isSelf: boolean;
  /** Hides everything except name and image. */
  isReduced: boolean;
}

/** The head of a profile: image, name, job, introduction, figures and actions. */
export function ProfileHead({ user, isSelf, isReduced }: ProfileHeadProps) {
  return (
    <header className={styles.head}>
      <Avatar person={user} size={120} className={styles.avatar} />
      <div>
        <div className={styles.nameRow}>
          <h1>{user.nickname}</h1>
          {user.isProfessional && (
            <Badge tone="action">
              <Icon icon={Shield} size={16} />
              プロフェッショナル
            </Badge>
          )}
        </div>
        {user.job && <p className={styles.job}>{user.job}</p>}
        {user.organisation && <OrganisationLine organisation={user.organisation} />}
      </div>
      {user.introduction && (
        <p className={styles.introduction}>
          <LinkedText text={user.introduction} />
        </p>
      )}
      {!isReduced && (
        <dl className={styles.stats}>
          <div>
            <dt>フォロワー</dt>
            <dd>{formatCount(user.followerCount)}</dd>
          </div>
          <div>
            <dt>フォロー中</dt>
            <dd>{formatCount(user.followingCount)}</dd>
          </div>
          <div>
            <dt>教室</dt>
            <dd>{formatCount(user.classroomCount)}</dd>
          </div>
          {user.rating && (
            <div>
              <dt>レビュー</dt>
              <dd>{formatRating(user.rating)}</dd>
            </div>
          )}
        </dl>
      )}
      {/* Where they stand on a phone: what comes later in the HTML moves nothing that is painted. */}
      <div className={styles.actions}>
        {isSelf && (
          <Link className={buttonClass()} to={paths.profileSettings.href()}>
            <Icon icon={Pencil} />
            編集
          </Link>
        )}
        {user.isBlocked ? <p className={styles.blocked}>ブロック中</p> : <FollowButton user={user} isMain />}
        <PersonMenu user={user} isReduced={isReduced} />
      </div>
    </header>
  );
}
