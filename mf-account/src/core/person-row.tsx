import type { User } from '@manabiba/shared/contract/users';
import { Link, paths } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';

import { FollowButton } from './follow-button';

import styles from './person-row.module.css';

interface PersonRowProps {
  user: User;
  /** A fact next to the job, such as the next classroom. */
  note?: string;
}

/** A person in a list: identity, link to the profile, and follow button. */
export function PersonRow({ user, note }: PersonRowProps) {
  return (
    <li className={styles.person}>
      <Avatar person={user} size={48} />
      <div className={styles.words}>
        <Link className={styles.name} to={paths.user.href({ id: user.id })}>
          {user.nickname}
        </Link>
        {user.job && <p className={styles.line}>{user.job}</p>}
        {note && <p className={`${styles.line} ${styles.note}`}>{note}</p>}
      </div>
      <FollowButton user={user} size="small" />
    </li>
  );
}
