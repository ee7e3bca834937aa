import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { Link, paths, useMe, useServerNow } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Countdown } from '@manabiba/shared/ui/countdown';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Panel } from '@manabiba/shared/ui/panel';
import type { ReactNode } from 'react';

import { canSeeAttendance, isForYouth, reservationOffer } from '../../core/classroom/classroom-permissions';
import { isBeforeEvent, roomNoun } from '../../core/classroom/event-room';
import { isModerator } from '../../core/room/room-rights';
import { ClassroomFacts } from './classroom-facts';
import { JoinAction, type JoinProps } from './joining/join-action';
import { joinOffer } from './joining/join-offer';
import { PanelTools } from './panel-tools';
import { ReserveAction } from './reserving/reserve-action';

import styles from './classroom-detail.module.css';

interface ClassroomPanelProps extends JoinProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
  /** For hosts and co-hosts. */
  hostTools: ReactNode;
}

const loadEventEntrance = () =>
  import(/* webpackChunkName: "entrance" */ '../../core/room/event-entrance').then(
    ({ EventEntrance }) => EventEntrance,
  );
const loadGuardedNotice = () =>
  import(/* webpackChunkName: "entrance" */ './guarded-notice').then(({ GuardedNotice }) => GuardedNotice);
const noticePlace = <div className={styles.noticePlace} />;

/** The side panel of a classroom: countdown, facts and actions. */
export function ClassroomPanel({ classroom, classroomKey, hostTools, onJoin }: ClassroomPanelProps) {
  return (
    <Panel className={styles.panel}>
      <Standing classroom={classroom} />
      <ClassroomFacts classroom={classroom} />
      <Entrance classroom={classroom} onJoin={onJoin} />
      <Reservation classroom={classroom} classroomKey={classroomKey} />
      {classroom.state === 'cancelled' && (
        <Link className={buttonClass({ isBlock: true })} to={paths.classrooms.href()}>
          ほかの教室をさがす
        </Link>
      )}
      <PanelTools classroom={classroom} classroomKey={classroomKey} />
      {classroom.eventId !== null && (
        <LazyPart load={loadEventEntrance} props={{ classroom, eventId: classroom.eventId }} />
      )}
      {isModerator(classroom.myRole) && hostTools}
    </Panel>
  );
}

/** The status: countdown, time since the start, or ended. */
function Standing({ classroom }: { classroom: ClassroomDetail }) {
  const { eventId, state } = classroom;
  const isWaiting = isBeforeEvent(classroom, useServerNow(1000));
  const noun = roomNoun(classroom);
  switch (state) {
    case 'scheduled':
      return <UntilStart {...classroom} />;
    case 'live':
      return isWaiting ? <UntilStart {...classroom} /> : <LiveSince classroom={classroom} />;
    case 'ended':
      return (
        <p>
          <strong>この{noun}は終了しました。</strong>
        </p>
      );
    case 'cancelled':
      return (
        <div>
          <p>
            <strong>この{noun}は中止になりました。</strong>
          </p>
          {eventId === null && <p className={styles.reason}>予約は自動で取り消されています。</p>}
        </div>
      );
  }
}

function UntilStart({ startAt, eventId }: Pick<ClassroomDetail, 'startAt' | 'eventId'>) {
  const now = useServerNow(1000);
  const remainingMs = new Date(startAt).getTime() - now.getTime();
  if (remainingMs <= 0) {
    return (
      <div>
        <p>
          <strong>開始時刻になりました。</strong>
        </p>
        <p className={styles.reason}>
          {eventId === null ? 'ホストが入室すると始まります。' : 'まもなく入場できます。'}
        </p>
      </div>
    );
  }
  return (
    <div>
      <p className={styles.panelLabel}>開始まで</p>
      <Countdown remainingMs={remainingMs} />
    </div>
  );
}

function LiveSince({ classroom: { startAt, startedAt } }: { classroom: ClassroomDetail }) {
  return (
    <p>
      <strong>
        <DateTime value={startedAt ?? startAt} style="time" />
        から開催中です。
      </strong>
    </p>
  );
}

/** The join button, or why there is none. On a phone the button is in the bottom bar. */
function Entrance({ classroom, onJoin }: Pick<ClassroomPanelProps, 'classroom' | 'onJoin'>) {
  const offer = joinOffer(classroom, useMe(), useServerNow(1000));
  if (offer.kind === 'none') return null;
  if (offer.kind === 'refused') return <p className={styles.reason}>{offer.reason}</p>;
  if (offer.kind === 'guarded')
    return <LazyPart load={loadGuardedNotice} props={{ isInside: false }} fallback={noticePlace} />;
  const button = (
    <div className={styles.onlyWide}>
      <JoinAction classroom={classroom} onJoin={onJoin} size="large" isBlock />
    </div>
  );
  const isConditional = offer.kind === 'sign_in' && isForYouth(classroom);
  if (offer.kind !== 'start' && !classroom.recording && !classroom.isGuarded && !isConditional) return button;
  const isListed = classroom.eventId === null;
  return (
    <div className={styles.cta}>
      {classroom.isGuarded && canSeeAttendance(classroom) && (
        <LazyPart load={loadGuardedNotice} props={{ isInside: true }} fallback={noticePlace} />
      )}
      {isConditional && <p className={styles.reason}>24歳以下の方が参加できます。</p>}
      {button}
      {offer.kind === 'start' && isListed && <p className={styles.note}>始めると、この教室が「開催中」に並びます</p>}
      {classroom.recording && (
        <p className={styles.note}>{isListed ? 'この教室は録画されます' : 'このイベントは録画されます'}</p>
      )}
    </div>
  );
}

/** The reserve button with its note, or why there is none. On a phone the button is in the bottom bar. */
function Reservation({ classroom, classroomKey }: Pick<ClassroomPanelProps, 'classroom' | 'classroomKey'>) {
  const offer = reservationOffer(classroom, useMe());
  if (offer.kind === 'none') return null;
  if (offer.kind === 'refused') return <p className={styles.reason}>{offer.reason}</p>;
  return (
    <div className={styles.cta}>
      {offer.kind === 'sign_in' && isForYouth(classroom) && (
        <p className={styles.reason}>24歳以下の方が予約できます。</p>
      )}
      <div className={styles.onlyWide}>
        <ReserveAction classroom={classroom} classroomKey={classroomKey} size="large" isBlock />
      </div>
      <p className={styles.note}>
        {offer.kind === 'cancel'
          ? '予約済みです。開始時刻に、このページからご参加ください'
          : '予約した教室は、教室の一覧の「予約済み」に並びます'}
      </p>
    </div>
  );
}
