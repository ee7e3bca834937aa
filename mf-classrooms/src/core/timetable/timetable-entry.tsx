import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, Phrases } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Meta } from '@manabiba/shared/ui/card';
import { TimetableSlot } from '@manabiba/shared/ui/timetable';

import { classroomHref } from '../classroom/classroom-path';
import { ReserveButton } from './reserve-button';

interface TimetableEntryProps {
  classroom: Classroom;
  categoryName: string;
  /** Whether to show the date above the time, where no heading does. */
  isDated?: boolean;
  /** False on a page about a single host. */
  hasHost?: boolean;
  level: 3 | 4;
  /** A note beside the facts, such as the viewer's role in it. */
  note?: string | undefined;
}

/** One classroom of a timetable or an agenda: time, title and reserve button. */
export function TimetableEntry({
  classroom,
  categoryName,
  isDated = false,
  hasHost = true,
  level,
  note,
}: TimetableEntryProps) {
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
          {classroom.privateMode && <span>招待制</span>}
          {note && <span>{note}</span>}
        </Meta>
      }
      action={<ClassroomStatus classroom={classroom} />}
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
