import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { formatRating } from '@manabiba/shared/format/rating';
import { seriesText } from '@manabiba/shared/format/series-text';
import { Link, paths, Phrases, useMe } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Meta } from '@manabiba/shared/ui/card';
import { TimetableSlot } from '@manabiba/shared/ui/timetable';
import type { ReactNode } from 'react';

import { AudienceBadge } from '../classroom/audience-badge';
import { classroomHref } from '../classroom/classroom-path';
import { reservationOffer } from '../classroom/classroom-permissions';
import { ReserveButton } from './reserve-button';

import styles from './timetable-entry.module.css';

interface TimetableEntryProps {
  classroom: Classroom;
  categoryName: string;
  /** Whether to show the date above the time, where no heading does. */
  isDated?: boolean;
  /** False on a page about a single host. */
  hasHost?: boolean;
  level: 2 | 3 | 4;
  /** A note beside the facts, such as the viewer's role in it. */
  note?: string | undefined;
  /** A further action, before the one that the state offers. */
  action?: ReactNode;
}

/** One classroom of a timetable or an agenda: time, title and reserve button. */
export function TimetableEntry({
  classroom,
  categoryName,
  isDated = false,
  hasHost = true,
  level,
  note,
  action,
}: TimetableEntryProps) {
  // Where the badge stands instead of the button, it is not said twice.
  const isRefused = reservationOffer(classroom, useMe()).kind === 'refused';
  return (
    <TimetableSlot
      startAt={classroom.startAt}
      isDated={isDated}
      level={level}
      title={
        <Link to={classroomHref(classroom)}>
          <Phrases text={classroom.name} />
        </Link>
      }
      facts={
        <Meta>
          {hasHost && <span>{classroom.host.nickname}</span>}
          {categoryName && <span>{categoryName}</span>}
          <span>{factOf(classroom)}</span>
          {classroom.rating && <span>{formatRating(classroom.rating)}</span>}
          {classroom.privateMode && <span>招待制</span>}
          {classroom.series && (
            <span>
              <Link className={styles.series} to={paths.series.href({ id: classroom.series.id })}>
                {seriesText(classroom.series)}
              </Link>
            </span>
          )}
          {note && <span>{note}</span>}
          {!isRefused && <AudienceBadge classroom={classroom} />}
        </Meta>
      }
      action={
        action ? (
          <div className={styles.actions}>
            {action}
            <ClassroomStatus classroom={classroom} />
          </div>
        ) : (
          <ClassroomStatus classroom={classroom} />
        )
      }
    />
  );
}

/** The available action or the state. */
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
