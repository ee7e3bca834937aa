import type { NotificationKind, UserNotification } from '@manabiba/shared/contract/notifications';
import { formatShortDate, formatTime } from '@manabiba/shared/format/date-time';
import { Link } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Calendar, Clock, Info, LogIn, type LucideIcon, Play, UserPlus } from 'lucide-react';

import styles from './inbox.module.css';
import { innerPath, sentenceOf, type SentencePart } from './sentence';

const iconOf: Record<NotificationKind, LucideIcon> = {
  management: Info,
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
};

interface NotificationRowProps {
  notification: UserNotification;
  now: Date;
  onOpen: (notification: UserNotification) => void;
}

/** One row of the inbox: actor or source, sentence, time. The whole row links to its subject. */
export function NotificationRow({ notification, now, onOpen }: NotificationRowProps) {
  const { actor, kind, isRead, createdAt, url, body } = notification;
  const parts = sentenceOf(notification, (moment) => `${formatShortDate(moment, now)} ${formatTime(moment)}`);
  return (
    <Link
      className={isRead ? styles.row : `${styles.row} ${styles.unread}`}
      to={innerPath(url)}
      onClick={() => onOpen(notification)}
    >
      {actor ? (
        <Avatar person={actor} size={40} />
      ) : (
        <span className={styles.icon}>
          <Icon icon={iconOf[kind]} />
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.sentence}>
          {parts.map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </span>
        {kind === 'management' && body && <span className={styles.body}>{body}</span>}
        <DateTime className={styles.time} value={createdAt} style="time" />
      </span>
      {!isRead && (
        <span className={styles.dot}>
          <VisuallyHidden>未読</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

function Part({ part }: { part: SentencePart }) {
  switch (part.as) {
    case 'words':
      return part.text;
    case 'subject':
      return <b className={styles.subject}>{part.text}</b>;
    case 'moment':
      return <span className={styles.moment}>{part.text}</span>;
    case 'past':
      return <s className={`${styles.moment} ${styles.past}`}>{part.text}</s>;
  }
}
