import { Link, paths } from '@manabiba/shared/platform';

import { Avatar } from '../ui/avatar';
import { Badge } from '../ui/badge';
import { ErrorState } from '../ui/error-state';
import { Panel } from '../ui/panel';
import { SkeletonRows } from '../ui/skeleton';
import { InviteForm } from './team-invite-form';
import { TeamLog } from './team-log';
import { MemberRow } from './team-member-row';
import type { TeamSource } from './team-source';

import styles from './team.module.css';

interface TeamProps {
  source: TeamSource;
  /** The viewer may change and remove members. */
  isOwner: boolean;
  mayInvite: boolean;
}

/** Who helps with an event or a series, and what they and the owner have done. */
export function Team({ source, isOwner, mayInvite }: TeamProps) {
  const { data, error, retry } = source.team;
  if (!data)
    return error ? (
      <ErrorState title="運営メンバーを表示できませんでした。" onRetry={retry} level={2} />
    ) : (
      <SkeletonRows count={6} />
    );
  const { owner, members, remaining } = data;
  return (
    <div className={styles.parts}>
      <Panel>
        <h2 className={styles.heading}>運営メンバー</h2>
        <ul className={styles.members} aria-label="運営メンバー">
          <li>
            <div className={styles.member}>
              <Avatar person={owner} size={40} />
              <div className={styles.who}>
                <p>
                  <Link to={paths.user.href({ id: owner.id })}>{owner.nickname}</Link>
                  <Badge tone="ok">主催者</Badge>
                </p>
              </div>
            </div>
          </li>
          {members.map((member) => (
            <MemberRow key={member.id} source={source} member={member} isOwner={isOwner} />
          ))}
        </ul>
      </Panel>
      {mayInvite && <InviteForm source={source} remaining={remaining} />}
      <TeamLog log={source.log} />
    </div>
  );
}
