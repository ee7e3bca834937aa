import type { NotificationKind, SentenceSpan, UserNotification } from '@manabiba/shared/contract/notifications';
import { formatDayHeading, formatShortDate, formatTime } from '@manabiba/shared/format/date-time';
import { Link } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { classNames } from '@manabiba/shared/ui/class-names';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Calendar, Clock, Info, LogIn, type LucideIcon, Mail, Play, Star, UserPlus } from 'lucide-react';

import { innerPath } from './inner-path';

import styles from './notification-row.module.css';

/** Kinds without an icon of their own, and those that came after this release, have the usual one. */
const iconOf: Partial<Record<NotificationKind, LucideIcon>> = {
  eventStartBeforeFiveMinutes: Clock,
  eventStartBeforeOneHour: Clock,
  eventArchived: Play,
  eventOpen: LogIn,
  userFollow: UserPlus,
  classroomCreatedByFollow: Calendar,
  classroomReservedByFollow: Calendar,
  reservedClassroomStarted: Clock,
  reservedClassroomCancelled: Calendar,
  changeClassroomTime: Calendar,
  ratingReceived: Star,
  ratingAnswered: Star,
  organizerMessage: Mail,
  hostMessage: Mail,
  teamInvitation: UserPlus,
};

interface NotificationRowProps {
  notification: UserNotification;
  now: Date;
  onOpen: (notification: UserNotification) => void;
  /** In a list that is not grouped by day: smaller, and the time names its day. */
  isCompact?: boolean;
}

/** One row of the inbox: actor or source, sentence, time. The whole row links to its subject. */
export function NotificationRow({ notification, now, onOpen, isCompact = false }: NotificationRowProps) {
  return (
    <Link
      className={rowClass(notification, isCompact)}
      to={innerPath(notification.url)}
      onClick={() => onOpen(notification)}
    >
      <RowContent notification={notification} now={now} isCompact={isCompact} />
    </Link>
  );
}

/** The class of a row, for an element other than a link. */
export function rowClass({ isRead }: UserNotification, isCompact = false): string {
  return classNames(styles.row, !isRead && styles.unread, isCompact && styles.compact);
}

/** What a row shows. */
export function RowContent({
  notification,
  now,
  isCompact = false,
}: Pick<NotificationRowProps, 'notification' | 'now' | 'isCompact'>) {
  const { actor, kind, isRead, createdAt, sentence, body } = notification;
  const formatMoment = (moment: string) => `${formatShortDate(moment, now)} ${formatTime(moment)}`;
  return (
    <>
      {actor ? (
        <Avatar person={actor} size={isCompact ? 36 : 40} />
      ) : (
        <span className={styles.icon}>
          <Icon icon={iconOf[kind] ?? Info} />
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.sentence}>
          {sentence.map((span, index) => (
            <Span key={index} span={span} formatMoment={formatMoment} />
          ))}
        </span>
        {kind === 'management' && body && <span className={styles.body}>{body}</span>}
        <span className={styles.time}>
          {isCompact && <span>{dayOf(createdAt, now)}</span>}
          <DateTime value={createdAt} style="time" />
        </span>
      </span>
      {!isRead && (
        <span className={styles.dot}>
          <VisuallyHidden>未読</VisuallyHidden>
        </span>
      )}
    </>
  );
}

/** 昨日 or 11月18日, and nothing today. */
function dayOf(moment: string, now: Date): string | null {
  const { heading, note } = formatDayHeading(moment, now);
  if (heading === '今日') return null;
  return `${note === null ? formatShortDate(moment, now) : heading} `;
}

function Span({ span: { text, as }, formatMoment }: { span: SentenceSpan; formatMoment: (moment: string) => string }) {
  switch (as) {
    case 'words':
      return text;
    case 'subject':
      return <b className={styles.subject}>{text}</b>;
    case 'moment':
      return <span className={styles.moment}>{formatMoment(text)}</span>;
    case 'past':
      return <s className={`${styles.moment} ${styles.past}`}>{formatMoment(text)}</s>;
  }
}
