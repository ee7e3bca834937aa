import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, Phrases, useServerNow } from '@manabiba/shared/platform';
import { LivePill } from '@manabiba/shared/ui/badge';
import { Card, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { Icon } from '@manabiba/shared/ui/icon';
import { Users } from 'lucide-react';

import { ListenPart } from '../room/listen-part';
import { AudienceBadge } from './audience-badge';
import { classroomHref } from './classroom-path';
import { minutesLeft } from './time-left';

import styles from './live-media-card.module.css';

interface LiveMediaCardProps {
  classroom: Classroom;
  categoryName: string;
}

/** A live classroom card with its image: host, title, participant count and time left. */
export function LiveMediaCard({ classroom, categoryName }: LiveMediaCardProps) {
  const now = useServerNow(60_000);
  return (
    <Card isMedia>
      <Cover src={classroom.frameUrl ?? classroom.coverUrl} seed={classroom.id} topLeft={<LivePill />} />
      <div>
        <CardTitle>
          <Link to={classroomHref(classroom)}>
            <Phrases text={classroom.name} />
          </Link>
        </CardTitle>
        <Meta>
          <span>{classroom.host.nickname}</span>
          <span>{categoryName}</span>
        </Meta>
        <div className={styles.foot}>
          <Meta>
            <span>
              <Icon icon={Users} size={16} />
              {formatCount(classroom.participantCount)}人
            </span>
            <span>残り {minutesLeft(classroom.endAt, now)}分</span>
            <AudienceBadge classroom={classroom} />
          </Meta>
          <div className={styles.listen}>
            <ListenPart classroom={classroom} size="small" variant="secondary" />
          </div>
        </div>
      </div>
    </Card>
  );
}
