import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { timeZoneNote } from '@manabiba/shared/format/date-time';
import { formatMinutes } from '@manabiba/shared/format/duration';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { useServerNow } from '@manabiba/shared/platform';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, CalendarCheck, Clock, Hourglass, Users } from 'lucide-react';

import { isBeforeEvent } from '../../core/classroom/event-room';
import { minutesLeft } from '../../core/classroom/time-left';

import styles from './classroom-detail.module.css';

const loadSeats = () => import(/* webpackChunkName: "entrance" */ './event-seats').then(({ EventSeats }) => EventSeats);

/** Time, duration and counts in the panel of a classroom. */
export function ClassroomFacts({ classroom }: { classroom: ClassroomDetail }) {
  const { startAt, endAt, minutes, state, participantCount, reservedCount, eventId } = classroom;
  const zone = timeZoneNote(startAt);
  const isWaiting = isBeforeEvent(classroom, useServerNow(1000));
  return (
    <dl className={styles.facts}>
      <dt>
        <Icon icon={Calendar} size={16} />
        日時
      </dt>
      <dd>
        <DateTime value={startAt} />
        {zone && <small>{zone}</small>}
      </dd>
      <dt>
        <Icon icon={Clock} size={16} />
        時間
      </dt>
      <dd>{formatMinutes(minutes)}</dd>
      {state === 'live' && !isWaiting && (
        <>
          <dt>
            <Icon icon={Hourglass} size={16} />
            残り
          </dt>
          <dd>
            <MinutesLeft endAt={endAt} />
          </dd>
        </>
      )}
      {(state === 'live' || state === 'ended') && (
        <>
          <dt>
            <Icon icon={Users} size={16} />
            参加
          </dt>
          <dd>{formatCount(participantCount)}人</dd>
        </>
      )}
      {eventId !== null && <LazyPart load={loadSeats} props={{ eventId }} />}
      {eventId === null && (state === 'scheduled' || state === 'live') && (
        <>
          <dt>
            <Icon icon={state === 'live' ? CalendarCheck : Users} size={16} />
            予約
          </dt>
          <dd>{formatCount(reservedCount)}人</dd>
        </>
      )}
    </dl>
  );
}

function MinutesLeft({ endAt }: Pick<ClassroomDetail, 'endAt'>) {
  return `${minutesLeft(endAt, useServerNow(10_000))}分`;
}
