import type { ClassroomSummary } from '@manabiba/shared/contract/classroom-summaries';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { getClassroomSummary } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import type { ReactNode } from 'react';

import { attendanceHref } from '../../core/classroom/classroom-path';

import styles from './after-class.module.css';

/** What an ended class was for a user who attended it: the time and what was kept. Renders nothing for whoever was not there. */
export function AfterClass({ classroom, polls }: { classroom: ClassroomDetail; polls?: ReactNode }) {
  const { data, error, retry } = useEndpoint(getClassroomSummary, { params: { id: classroom.id } });
  if (!data && error)
    return error.code === 'role_required' ? null : (
      <ErrorState title="参加の記録を表示できませんでした。" onRetry={retry} level={2} />
    );
  const isHost = classroom.myRole === 'host';
  return (
    <section className={styles.after} aria-labelledby="after-class">
      <Panel>
        <h2 id="after-class">{isHost ? 'おつかれさまでした。' : 'ご参加ありがとうございました。'}</h2>
        {data ? <Summary classroom={classroom} summary={data} /> : <SkeletonRows count={3} />}
        {data && polls}
      </Panel>
    </section>
  );
}

const recordings: Record<ClassroomSummary['recording'], string> = {
  none: '録画はありません',
  processing: 'アーカイブを準備しています',
  review: '公開前の確認中です',
  published: 'アーカイブを公開しました',
  failed: 'アーカイブを作れませんでした',
};

function Summary({ classroom, summary }: { classroom: ClassroomDetail; summary: ClassroomSummary }) {
  const { role, secondsPresent, attendedInARow, attendeeCount, recording } = summary;
  return (
    <dl className={styles.facts}>
      <Fact name={role === 'host' ? '開いた時間' : '参加した時間'}>{minutesText(secondsPresent)}</Fact>
      {role === 'host' ? (
        <Fact name="参加した人">
          {formatCount(attendeeCount)}人<Link to={attendanceHref(classroom.id)}>名前と時間を見る</Link>
        </Fact>
      ) : (
        attendedInARow !== null && <Fact name="続けて受けた回数">{formatCount(attendedInARow)}回</Fact>
      )}
      <Fact name="コメント">{formatCount(classroom.commentCount)}件</Fact>
      <Fact name="録画">{recordings[recording]}</Fact>
    </dl>
  );
}

/** Completed minutes, as on the attendance page. */
function minutesText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes}分` : '1分未満';
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
