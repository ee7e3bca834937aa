import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listAttendance } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { type ApiError, Link, RefusalPage, useEndpoint, usePageTitle } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { saveFile } from '@manabiba/shared/ui/save-file';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { classroomHref } from '../../core/classroom/classroom-path';
import { useClassroom } from '../../core/classroom/use-classroom';
import { isModerator } from '../../core/room/room-rights';
import { attendanceFile } from './attendance-file';
import { AttendanceTable } from './attendance-table';
import type { Attendee } from './attendee';

import styles from './attendance.module.css';

/** How often the list is polled while the class is live, in milliseconds. */
const POLL_MS = 20_000;

interface AttendanceProps extends Pick<RecordsProps, 'ratings' | 'polls' | 'questions'> {
  classroomId: string;
}

/** The attendance of a class with a CSV download. For its host and co-hosts, and for the team of its series. */
export function Attendance({ classroomId, ...parts }: AttendanceProps) {
  const classroom = useClassroom(classroomId, undefined);
  const isLive = classroom.data?.state === 'live';
  const attendance = useEndpoint(
    listAttendance,
    { params: { id: classroomId } },
    { maxAgeSeconds: 0, refreshIntervalMs: isLive ? POLL_MS : 0 },
  );
  usePageTitle(classroom.data && `出席の記録・${classroom.data.name}`);
  const retry = () => {
    classroom.retry();
    attendance.retry();
  };
  const error = classroom.error ?? attendance.error;
  if (error && isRefusal(error)) return <RefusalPage error={error} onRetry={retry} />;
  return (
    <PageBody width="inbox" className={styles.page}>
      <h1>出席の記録</h1>
      {classroom.data && attendance.data ? (
        <Records
          classroom={classroom.data}
          people={attendance.data.items}
          {...parts}
          hasFailed={error !== undefined}
          onRetry={retry}
        />
      ) : error ? (
        <ErrorState title="出席の記録を表示できませんでした。" onRetry={retry} level={2} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </PageBody>
  );
}

/** Whether a retry cannot help: the class does not exist, or the viewer may not see its attendance. */
const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429;

interface RecordsProps {
  classroom: ClassroomDetail;
  people: readonly Attendee[];
  /** What the attendees said, for the host of an ended class. */
  ratings: () => ReactNode;
  /** The polls of the class. */
  polls: (classroom: ClassroomDetail) => ReactNode;
  /** The questions of the class. */
  questions: (classroom: ClassroomDetail) => ReactNode;
  /** Whether the last refresh has failed. */
  hasFailed: boolean;
  onRetry: () => void;
}

function Records({ classroom, people, ratings, polls, questions, hasFailed, onRetry }: RecordsProps) {
  return (
    <>
      <p className={styles.classroom}>
        <Link to={classroomHref(classroom)}>{classroom.name}</Link>
        <DateTime value={classroom.startAt} />
      </p>
      {hasFailed && <ErrorState title="新しい記録を表示できませんでした。" onRetry={onRetry} level={2} />}
      {people.length === 0 ? (
        <Empty state={classroom.state} />
      ) : (
        <>
          <Summary classroom={classroom} people={people} />
          <AttendanceTable people={people} />
          <p className={styles.note}>
            参加時間は、教室にいた時間の合計です。途中で退出していた時間は含みません。
            {classroom.state === 'live' && <span>この表は自動で更新されます。</span>}
          </p>
          {isModerator(classroom.myRole) && polls(classroom)}
          {isModerator(classroom.myRole) && questions(classroom)}
          {classroom.state === 'ended' && classroom.myRole === 'host' && ratings()}
        </>
      )}
    </>
  );
}

function Summary({ classroom, people }: Pick<RecordsProps, 'classroom' | 'people'>) {
  const present = people.filter(({ leftAt }) => leftAt === null).length;
  const handleSave = () => {
    const { name, text } = attendanceFile(classroom, people);
    saveFile(name, text, 'text/csv');
  };
  return (
    <div className={styles.summary}>
      <p>
        参加した人 <strong>{formatCount(people.length)}人</strong>
        {present > 0 && <span>{`・いま参加中 ${formatCount(present)}人`}</span>}
      </p>
      <Button icon={<Icon icon={Download} />} onClick={handleSave}>
        CSVで保存
      </Button>
    </div>
  );
}

function Empty({ state }: Pick<ClassroomDetail, 'state'>) {
  return state === 'scheduled' ? (
    <EmptyState title="まだ記録はありません。" level={2}>
      教室が始まると、参加した人と参加した時間がここに並びます。
    </EmptyState>
  ) : (
    <EmptyState title="参加した人はいません。" level={2}>
      教室に入った人と参加した時間が、ここに並びます。
    </EmptyState>
  );
}
