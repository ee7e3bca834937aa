import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, Phrases, useServerNow } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { LivePill } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Card, CardTitle } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { Icon } from '@manabiba/shared/ui/icon';
import { Users } from 'lucide-react';

import { AudienceBadge } from '../../core/classroom/audience-badge';
import { classroomHref } from '../../core/classroom/classroom-path';
import { minutesLeft } from '../../core/classroom/time-left';
import { ListenPart } from '../../core/room/listen-part';

import styles from '../../core/lead-and-list.module.css';

/** The live classroom that leads the list. */
export function LeadCard({ classroom, categoryName }: { classroom: Classroom; categoryName: string }) {
  const now = useServerNow(60_000);
  return (
    <Card>
      <Cover
        src={classroom.frameUrl ?? classroom.coverUrl}
        seed={classroom.id}
        isRound
        topLeft={<LivePill />}
        bottomRight={
          <>
            <Icon icon={Users} size={16} />
            {formatCount(classroom.participantCount)}人
          </>
        }
      />
      <div className={styles.body}>
        <div className={styles.text}>
          <CardTitle size={22}>
            <Link to={classroomHref(classroom)}>
              <Phrases text={classroom.name} />
            </Link>
          </CardTitle>
          <p className={styles.who}>
            <Avatar person={classroom.host} size={32} />
            <span>{classroom.host.nickname}</span>
            <span className={styles.soft}>{categoryName}</span>
            <span className={styles.soft}>残り {minutesLeft(classroom.endAt, now)}分</span>
            <AudienceBadge classroom={classroom} />
          </p>
        </div>
        <div className={styles.join}>
          <div className={styles.listen}>
            <ListenPart classroom={classroom} />
          </div>
          <Link
            className={buttonClass()}
            to={classroomHref(classroom)}
            aria-label={`「${classroom.name}」の教室を見る`}
          >
            教室を見る
          </Link>
        </div>
      </div>
    </Card>
  );
}
