import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { mayInSeries, type TeamAccess } from '@manabiba/shared/contract/team-rights';
import { endSeries, removeSeriesDate } from '@manabiba/shared/data/endpoints';
import { isSignedIn, Link, paths, showMessageFor, toast, useEndpointMutation, useMe } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { CalendarPlus, Pencil, Users } from 'lucide-react';
import { useState } from 'react';

import { AddDatesDialog } from './add-dates-dialog';
import { SeriesFormDialog } from './series-form-dialog';

import styles from './series.module.css';

type OpenDialog = 'edit' | 'add' | 'end' | null;

interface SeriesHostToolsProps {
  series: SeriesDetail;
  /** What the viewer is to it. */
  access: TeamAccess;
}

/** What its host and team do with a series, each as their roles allow: edit, add dates, end, read the team. */
export function SeriesHostTools({ series, access }: SeriesHostToolsProps) {
  const me = useMe();
  const [opened, setOpened] = useState<OpenDialog>(null);
  const close = () => setOpened(null);
  const { id, title, endedAt, dates } = series;
  const mayEdit = mayInSeries(access, 'edit');
  // Accounts of schools have no team.
  const hasTeam = isSignedIn(me) && !me.isPartnerSchoolStudent;
  const ahead = dates.filter(({ classroom: { state, eventId } }) => state === 'scheduled' && eventId === null).length;
  // The room of an event is live before it begins.
  const hasEventsAhead = dates.some(
    ({ classroom: { state, eventId } }) => eventId !== null && (state === 'scheduled' || state === 'live'),
  );
  const { run, isRunning } = useEndpointMutation(endSeries, {
    onSuccess: () => toast.success('連続講座を終了しました。'),
    onError: showMessageFor,
  });
  const handleEnd = () =>
    void run({ params: { id } })
      .catch(() => undefined)
      .finally(close);
  return (
    <div className={styles.actions}>
      {mayEdit && (
        <Button icon={<Icon icon={Pencil} />} onClick={() => setOpened('edit')}>
          編集する
        </Button>
      )}
      {mayEdit && endedAt === null && (
        <Button icon={<Icon icon={CalendarPlus} />} onClick={() => setOpened('add')}>
          回を追加する
        </Button>
      )}
      {hasTeam && (
        <Link className={buttonClass()} to={paths.seriesTeam.href({ id })}>
          <Icon icon={Users} />
          運営メンバー
        </Link>
      )}
      {mayInSeries(access, 'own') && (endedAt === null || ahead > 0) && (
        <Button variant="danger-quiet" onClick={() => setOpened('end')}>
          終了する
        </Button>
      )}
      {opened === 'edit' && <SeriesFormDialog series={series} onClose={close} />}
      {opened === 'add' && <AddDatesDialog series={series} onClose={close} />}
      <ConfirmDialog
        isOpen={opened === 'end'}
        title="連続講座を終了しますか"
        confirmLabel="終了する"
        cancelLabel="やめておく"
        isDanger
        isLoading={isRunning}
        onClose={close}
        onConfirm={handleEnd}
      >
        {[
          `「${title}」を終了します。`,
          ahead > 0 && `これからの${hasEventsAhead ? '教室' : ''}${ahead}回は中止になり、予約した方にお知らせします。`,
          hasEventsAhead && 'イベントは中止にならず、チケットもそのまま残ります。',
          '終了した連続講座に、回は追加できません。',
        ]
          .filter(Boolean)
          .join('')}
      </ConfirmDialog>
    </div>
  );
}

/** 外す: takes a date out of the series. The class or event stays, so it is not asked twice. */
export function RemoveDate({
  seriesId,
  classroom,
}: {
  seriesId: string;
  classroom: Pick<Classroom, 'id' | 'name' | 'eventId'>;
}) {
  const { run, isRunning } = useEndpointMutation(removeSeriesDate, {
    onSuccess: () =>
      toast.success(
        `連続講座から外しました。${classroom.eventId === null ? '教室は' : 'イベントとチケットは'}そのまま残ります。`,
      ),
    onError: showMessageFor,
  });
  return (
    <Button
      size="small"
      variant="ghost"
      isLoading={isRunning}
      aria-label={`「${classroom.name}」を連続講座から外す`}
      onClick={() => void run({ params: { id: seriesId, classroomId: classroom.id } }).catch(() => undefined)}
    >
      外す
    </Button>
  );
}
