import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { classNames } from '@manabiba/shared/ui/class-names';
import { DateTime } from '@manabiba/shared/ui/date-time';

import { eventStanding, isEventOver } from '../../core/event-standing';
import { isLiveParticipation, participationStatus } from '../../core/participation/participation-status';

import styles from './event-month.module.css';

type Look = 'mine' | 'waiting' | 'few' | 'gone' | 'live';

const lookClass: Record<Look, string | undefined> = {
  mine: styles.mine,
  waiting: styles.gone,
  few: styles.few,
  gone: styles.gone,
  live: styles.live,
};

/** The status label and style of an event that is not simply open. */
function noteOf(event: ClassroomEvent, now: Date): { text: string; look: Look } | null {
  const { myParticipation: mine } = event;
  const status = isLiveParticipation(mine) && !isEventOver(event, now) && mine && participationStatus[mine.state];
  if (status) return { text: status.text, look: mine.state === 'waitlisted' ? 'waiting' : 'mine' };
  switch (eventStanding(event, now).name) {
    case 'scarce':
      return { text: '残りわずか', look: 'few' };
    case 'sold_out':
      return { text: '満席', look: 'gone' };
    case 'sale_over':
      return { text: '受付終了', look: 'gone' };
    case 'before_sale':
      return { text: '受付前', look: 'gone' };
    case 'ended':
      return { text: '終了', look: 'gone' };
    case 'live':
      return { text: '開催中', look: 'live' };
    default:
      return null;
  }
}

/** An event in its day's cell, clickable by pointer only; keyboard users reach it in the list under the grid. */
export function GridEvent({ event, now }: { event: ClassroomEvent; now: Date }) {
  const note = noteOf(event, now);
  return (
    <Link
      className={classNames(styles.event, note && lookClass[note.look])}
      to={paths.event.href({ id: event.id })}
      tabIndex={-1}
    >
      <span className={styles.eventHead}>
        <DateTime value={event.startAt} style="time" />
        {note && <small>{note.text}</small>}
      </span>
      <span className={styles.eventName}>
        <Phrases text={event.title} />
      </span>
    </Link>
  );
}
