import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { listTeam } from '@manabiba/shared/data/endpoints';
import { Link, paths, useConfig, useEndpoint } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { InviteForm } from './invite-form';
import { MemberRow } from './member-row';
import { TeamLog } from './team-log';

import parts from '../../core/organizing/tab-parts.module.css';
import styles from './team.module.css';

/** Who helps with an event, and what they and the owner have done. */
export function Team({ event, isOver }: { event: OrganizedEventDetail; isOver: boolean }) {
  const { id, myAccess } = event;
  const isClosed = useConfig().closure.mode === 'readonly';
  const { data, error, retry } = useEndpoint(listTeam, { params: { id } }, { maxAgeSeconds: 0 });
  if (!data)
    return error ? (
      <ErrorState title="運営メンバーを表示できませんでした。" onRetry={retry} level={2} />
    ) : (
      <SkeletonRows count={6} />
    );
  const { owner, members, remaining } = data;
  return (
    <div className={parts.parts}>
      <Panel>
        <h2 className={parts.heading}>運営メンバー</h2>
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
            <MemberRow key={member.id} eventId={id} member={member} isOwner={myAccess.isOwner} />
          ))}
        </ul>
      </Panel>
      {myAccess.isOwner && !isClosed && !isOver && <InviteForm eventId={id} remaining={remaining} />}
      <TeamLog eventId={id} />
    </div>
  );
}
