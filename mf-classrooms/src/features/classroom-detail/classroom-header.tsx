import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { seriesText } from '@manabiba/shared/format/series-text';
import { Link, paths, Phrases, useServerNow } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Meta } from '@manabiba/shared/ui/card';
import { Icon } from '@manabiba/shared/ui/icon';
import { Lock, Ticket } from 'lucide-react';

import { AudienceBadge } from '../../core/classroom/audience-badge';
import { isBeforeEvent } from '../../core/classroom/event-room';
import { FollowHost } from '../../core/classroom/follow-host';
import { useCategories } from '../../core/classroom/use-categories';

import styles from './classroom-detail.module.css';

/** State, category, interests, title and host. */
export function ClassroomHeader({ classroom }: { classroom: ClassroomDetail }) {
  const { categoryName, interestNames } = useCategories();
  const category = categoryName(classroom.categoryId);
  const isCancelled = classroom.state === 'cancelled';
  return (
    <>
      <p className={styles.badges}>
        <StateBadge classroom={classroom} />
        {category && <Badge>{category}</Badge>}
        {interestNames(classroom.interestIds).map((name) => (
          <Badge key={name}>{name}</Badge>
        ))}
        <AudienceBadge classroom={classroom} />
        {classroom.privateMode && (
          <Badge tone="line">
            <Icon icon={classroom.eventId === null ? Lock : Ticket} size={16} />
            {classroom.eventId === null ? '招待制' : 'イベント'}
          </Badge>
        )}
      </p>
      <h1 className={styles.title}>
        {isCancelled ? (
          <s className={styles.cancelled}>
            <Halves title={classroom.name} />
          </s>
        ) : (
          <Halves title={classroom.name} />
        )}
      </h1>
      {classroom.series && (
        <p className={styles.series}>
          <Link to={paths.series.href({ id: classroom.series.id })}>{seriesText(classroom.series)}</Link>
        </p>
      )}
      <Host host={classroom.host} />
    </>
  );
}

/** Breaks a long title at spaces first, and within a segment only if needed. */
function Halves({ title }: { title: string }) {
  return title.split(/(\s+)/u).map((part, index) =>
    index % 2 ? (
      ' '
    ) : (
      <span key={index} className={styles.half}>
        <Phrases text={part} />
      </span>
    ),
  );
}

function StateBadge({ classroom }: { classroom: ClassroomDetail }) {
  const now = useServerNow(1000);
  switch (classroom.state) {
    case 'scheduled':
      return <Badge tone="action">開催前</Badge>;
    case 'live':
      return isBeforeEvent(classroom, now) ? <Badge tone="action">開催前</Badge> : <LivePill />;
    case 'ended':
      return <Badge>終了</Badge>;
    case 'cancelled':
      return <Badge tone="live">中止</Badge>;
  }
}

function Host({ host }: Pick<ClassroomDetail, 'host'>) {
  return (
    <div className={styles.host}>
      <Avatar person={host} size={48} />
      <div className={styles.hostName}>
        <Link to={paths.user.href({ id: host.id })}>
          <strong>{host.nickname}</strong>
        </Link>
        <Meta>
          {host.job && <span>{host.job}</span>}
          {host.canBeFollowed && <span>フォロワー {formatCount(host.followerCount)}人</span>}
        </Meta>
      </div>
      <FollowHost host={host} className={styles.follow} />
    </div>
  );
}
