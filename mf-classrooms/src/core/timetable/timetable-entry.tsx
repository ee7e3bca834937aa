import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, Phrases } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Meta } from '@manabiba/shared/ui/card';
import { DateTime } from '@manabiba/shared/ui/date-time';

import { classroomHref } from '../classroom/classroom-path';
import { ReserveButton } from './reserve-button';
import styles from './timetable.module.css';

interface TimetableEntryProps {
  classroom: Classroom;
  categoryName: string;
  /** The day stands above the time, where no heading tells it. */
  isDated?: boolean;
  /** False on a page that is about one host. */
  hasHost?: boolean;
  level: 3 | 4;
  /** Words that stand beside the facts, such as one's own part in it. */
  note?: string | undefined;
}

/** One classroom of a timetable or an agenda: when, what, and one press to reserve it. */
export function TimetableEntry({
  classroom,
  categoryName,
  isDated = false,
  hasHost = true,
  level,
  note,
}: TimetableEntryProps) {
  const Title = `h${level}` as const;
  return (
    <li className={`${styles.slot} ${isDated ? styles.dated : ''}`}>
      <p className={styles.when}>
        {isDated && <DateTime value={classroom.startAt} style="day" />}
        <DateTime value={classroom.startAt} style="time" className={styles.time} />
      </p>
      <div className={styles.words}>
        <Title className={styles.title}>
          <Link to={classroomHref(classroom)}>
            <Phrases text={classroom.name} />
          </Link>
        </Title>
        <Meta>
          {hasHost && <span>{classroom.host.nickname}</span>}
          {categoryName && <span>{categoryName}</span>}
          <span>{factOf(classroom)}</span>
          {classroom.privateMode && <span>招待制</span>}
          {note && <span>{note}</span>}
        </Meta>
      </div>
      <ClassroomStatus classroom={classroom} />
    </li>
  );
}

/** What can be done about it, or how it stands. */
function ClassroomStatus({ classroom }: { classroom: Classroom }) {
  switch (classroom.state) {
    case 'cancelled':
      return <Badge tone="live">中止</Badge>;
    case 'live':
      return <LivePill />;
    default:
      return <ReserveButton classroom={classroom} />;
  }
}

function factOf({ state, reservedCount, commentCount }: Classroom): string {
  return state === 'ended' ? `コメント ${formatCount(commentCount)}件` : `予約 ${formatCount(reservedCount)}人`;
}
