import type { SeriesDate, SeriesDetail } from '@manabiba/shared/contract/series';
import { mayInSeries } from '@manabiba/shared/contract/team-rights';
import { getSeries } from '@manabiba/shared/data/endpoints';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { Link, paths, Phrases, RefusalPage, useConfig, useEndpoint, usePageTitle } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Meta } from '@manabiba/shared/ui/card';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { Notice } from '@manabiba/shared/ui/notice';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { DatedTimetable } from '@manabiba/shared/ui/timetable';
import type { ReactNode } from 'react';

import { attendanceHref } from '../../core/classroom/classroom-path';
import { FollowHost } from '../../core/classroom/follow-host';
import { useCategories } from '../../core/classroom/use-categories';
import { DateEntry } from './date-entry';
import { SeriesProgress } from './series-progress';
import { ReserveAll } from './series-reservations';
import { SeriesTools } from './series-tools';

import styles from './series.module.css';

const loadTools = () => import(/* webpackChunkName: "series-tools" */ './series-host-tools');
const loadHostTools = () => loadTools().then(({ SeriesHostTools }) => SeriesHostTools);
const loadRemoveDate = () => loadTools().then(({ RemoveDate }) => RemoveDate);
/** For series with something to pay for. */
const loadBuyTogether = () => import('./buy-together').then(({ BuyTogether }) => BuyTogether);

/** A series: what it is, its dates, and what the viewer can do with all of them. */
export function SeriesById({ id }: { id: string }) {
  const { data: series, error, retry } = useEndpoint(getSeries, { params: { id } });
  const isClosed = useConfig().closure.mode === 'readonly';
  usePageTitle(series?.title);
  if (error && !series) return <RefusalPage error={error} onRetry={retry} />;
  if (!series)
    return (
      <PageBody>
        <SkeletonDetail />
      </PageBody>
    );
  const hasSale = !isClosed && !series.isHost && series.endedAt === null && series.dates.some(isForSale);
  return (
    <PageBody className={styles.page}>
      <Head series={series} />
      {series.isHidden && (
        <Notice tone="error">
          運営がこのページを非公開にしました。主催者と運営メンバーのほかには表示されません。教室・イベントと、予約・チケットはそのままです。
        </Notice>
      )}
      {series.myAccess && (
        <LazyPart
          load={loadHostTools}
          props={{ series, access: series.myAccess }}
          fallback={<div className={styles.actions} />}
        />
      )}
      <ReserveAll series={series} />
      {hasSale && (
        <LazyPart load={loadBuyTogether} props={{ series }} fallback={<div className={styles.togetherRoom} />} />
      )}
      <SeriesProgress series={series} />
      <SeriesTools series={series} />
      {series.description && (
        <div className={styles.description}>
          <RichText text={series.description} />
        </div>
      )}
      <Dates series={series} />
    </PageBody>
  );
}

/** Whether there is something to say of its sale. */
const isForSale = ({ ticket }: SeriesDate) => ticket !== null && ticket.state !== 'ended';

function Head({ series: { title, categoryId, host, endedAt } }: { series: SeriesDetail }) {
  const category = useCategories().categoryName(categoryId);
  return (
    <header>
      <p className={styles.badges}>
        <Badge tone="action">連続講座</Badge>
        {endedAt !== null && <Badge>終了</Badge>}
        {category && <Badge>{category}</Badge>}
      </p>
      <h1 className={styles.title}>
        <Phrases text={title} />
      </h1>
      <div className={styles.host}>
        <Avatar person={host} size={48} />
        <div className={styles.hostName}>
          <Link to={paths.user.href({ id: host.id })}>
            <strong>{host.nickname}</strong>
          </Link>
          <Meta>{host.job && <span>{host.job}</span>}</Meta>
        </div>
        <FollowHost host={host} size="small" className={styles.follow} />
      </div>
    </header>
  );
}

function Dates({ series }: { series: SeriesDetail }) {
  const { categoryName } = useCategories();
  const { id, myAccess, dates } = series;
  const mayEdit = myAccess !== null && mayInSeries(myAccess, 'edit');
  return (
    <section className={styles.section}>
      <h2>
        日程 <small>全{dates.filter(({ number }) => number !== null).length}回</small>
      </h2>
      {dates.length === 0 ? (
        <EmptyState title="まだ日程がありません。" level={2}>
          {mayEdit ? '「回を追加する」から、教室やイベントを入れられます。' : '日程が決まると、ここに並びます。'}
        </EmptyState>
      ) : (
        <DatedTimetable>
          {dates.map((date) => (
            <DateEntry
              key={date.classroom.id}
              date={date}
              categoryName={categoryName(date.classroom.categoryId)}
              note={noteOf(date)}
              action={actionOf(date, id, myAccess)}
            />
          ))}
        </DatedTimetable>
      )}
    </section>
  );
}

/** For the team what their roles allow, for others the archive. */
function actionOf({ classroom }: SeriesDate, seriesId: string, access: SeriesDetail['myAccess']): ReactNode {
  const mayEdit = access !== null && mayInSeries(access, 'edit');
  const mayReadAttendance = access !== null && !access.isOwner && mayInSeries(access, 'readAttendance');
  if (mayEdit || mayReadAttendance)
    return (
      <>
        {/* Who comes to an event is known to its own team. */}
        {mayReadAttendance &&
          classroom.eventId === null &&
          classroom.state !== 'scheduled' &&
          classroom.state !== 'cancelled' && (
            <Link
              className={buttonClass({ size: 'small' })}
              to={attendanceHref(classroom.id)}
              aria-label={`「${classroom.name}」の出席の記録`}
            >
              出席
            </Link>
          )}
        {mayEdit && (
          <LazyPart
            load={loadRemoveDate}
            props={{ seriesId, classroom }}
            fallback={
              <Button size="small" variant="ghost" disabled>
                外す
              </Button>
            }
          />
        )}
      </>
    );
  if (classroom.archiveId === null) return null;
  return (
    <Link
      className={buttonClass({ size: 'small' })}
      to={paths.archive.href({ id: classroom.archiveId })}
      aria-label={`「${classroom.name}」のアーカイブを見る`}
    >
      アーカイブ
    </Link>
  );
}

const progressNames = { attended: '参加しました', watched: 'アーカイブで見ました' } as const;

function noteOf({ number, classroom, progress, isLater }: SeriesDate): string {
  const wasNotReserved = isLater && classroom.eventId === null && !classroom.isReserved;
  return [
    number !== null && `第${number}回`,
    number !== null && classroom.state === 'ended' && '終了',
    progress && progressNames[progress],
    wasNotReserved && classroom.state === 'scheduled' && 'あとから追加された回',
  ]
    .filter(Boolean)
    .join('・');
}
