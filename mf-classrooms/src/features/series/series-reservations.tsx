import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type {
  ReservationOutcome,
  reserveSeries as reserveContract,
  SeriesDetail,
} from '@manabiba/shared/contract/series';
import { cancelSeriesReservations, reserveSeries } from '@manabiba/shared/data/endpoints';
import { isSignedIn, Link, paths, showMessageFor, toast, useEndpointMutation, useMe } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Notice } from '@manabiba/shared/ui/notice';
import { Panel } from '@manabiba/shared/ui/panel';
import { useState } from 'react';

import styles from './series.module.css';

type Answer = EndpointOutput<typeof reserveContract>['dates'];

const outcomeNames: Record<ReservationOutcome, string> = {
  reserved: '予約しました',
  already: '予約済みです',
  full: '満席のため予約できませんでした',
  live: '開催中です。予約なしで入れます',
  audience_restricted: '24歳以下の方が対象です',
  kicked: '再入室できない教室です',
  ended: '終了したか、中止になりました',
  not_found: '見つかりませんでした',
};

/** すべて予約する, all remaining classes at once, and what happened to each. The host reserves nothing. */
export function ReserveAll({ series }: { series: SeriesDetail }) {
  const me = useMe();
  const [answer, setAnswer] = useState<Answer>();
  const [isAsking, setIsAsking] = useState(false);
  const { id, isHost, endedAt, dates } = series;
  const params = { id };
  const reserve = useEndpointMutation(reserveSeries, {
    onSuccess: (made) => setAnswer(made.dates),
    onError: showMessageFor,
  });
  const cancel = useEndpointMutation(cancelSeriesReservations, {
    onSuccess: ({ cancelledCount }) => {
      setAnswer(undefined);
      toast.success(`${cancelledCount}回の予約を取り消しました。`);
    },
    onError: showMessageFor,
  });
  // Events are bought, not reserved.
  const ahead = dates.filter(({ classroom }) => classroom.state === 'scheduled' && classroom.eventId === null);
  const hasEvents = dates.some(({ classroom }) => classroom.eventId !== null);
  const [aheadText, allText] = hasEvents
    ? [`これからの教室${ahead.length}回`, '教室をすべて予約する']
    : [`これから${ahead.length}回`, 'すべて予約する'];
  const reserved = ahead.filter(({ classroom }) => classroom.isReserved);
  const left = ahead.length - reserved.length;
  const laterCount = ahead.filter(({ isLater, classroom }) => isLater && !classroom.isReserved).length;
  if (isHost || endedAt !== null || ahead.length === 0) return null;
  const handleCancel = () =>
    void cancel
      .run({ params })
      .catch(() => undefined)
      .finally(() => setIsAsking(false));
  return (
    <Panel>
      <p className={styles.summary}>
        {reserved.length > 0 ? `${aheadText}のうち、${reserved.length}回を予約しています` : aheadText}
      </p>
      {laterCount > 0 && (
        <div className={styles.later}>
          <Notice>予約したあとに、{laterCount}回が追加されました。</Notice>
        </div>
      )}
      <div className={styles.actions}>
        {!isSignedIn(me) ? (
          <Link
            className={buttonClass({ variant: 'primary' })}
            to={paths.signIn.href({}, { next: paths.series.href({ id }) })}
          >
            {`ログインして${allText}`}
          </Link>
        ) : (
          left > 0 && (
            <Button
              variant="primary"
              isLoading={reserve.isRunning}
              onClick={() => void reserve.run({ params }).catch(() => undefined)}
            >
              {reserved.length === 0 ? allText : `残りの${left}回を予約する`}
            </Button>
          )
        )}
        {reserved.length > 0 && <Button onClick={() => setIsAsking(true)}>すべて取り消す</Button>}
      </div>
      {answer && <Outcomes answer={answer} series={series} />}
      <ConfirmDialog
        isOpen={isAsking}
        title="予約をすべて取り消しますか"
        confirmLabel="取り消す"
        cancelLabel="やめておく"
        isDanger
        isLoading={cancel.isRunning}
        onClose={() => setIsAsking(false)}
        onConfirm={handleCancel}
      >
        {`これからの${reserved.length}回の予約を取り消します。満席の回は、もう一度予約できないことがあります。`}
      </ConfirmDialog>
    </Panel>
  );
}

function Outcomes({ answer, series }: { answer: Answer; series: SeriesDetail }) {
  return (
    <div role="status" className={styles.outcomes}>
      <h2>予約の結果</h2>
      <ul>
        {answer.map(({ classroomId, outcome }) => {
          const date = series.dates.find(({ classroom }) => classroom.id === classroomId);
          return (
            <li key={classroomId}>
              {date && <DateTime value={date.classroom.startAt} />}
              <span>{outcomeNames[outcome]}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
