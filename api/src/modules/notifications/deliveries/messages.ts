import type { PushMessage } from '@manabiba/shared/contract/push-subscriptions';
import { differenceInSeconds } from 'date-fns';

import { DEFAULT_TIME_ZONE, spanIn } from '../../../platform/moments';
import { messageMail, type NotificationMailContent } from '../../mails/mails.service';
import { kindDeclarations } from '../kinds/notification-kinds';
import type { PushOptions } from '../push/push-sender';
import type { MailTokens } from '../settings/mail-token';
import type { DueDelivery } from './deliveries.repository';
import { plainSentence } from './plain-sentence';

/** RFC 8030 limits a topic to 32 characters of base64url. */
const MAX_TOPIC_LENGTH = 32;

const sentenceOf = ({ kind, title, body, actor_name: actorName, time_zone: timeZone }: DueDelivery) =>
  plainSentence(kind, { title, body, actorName }, timeZone ?? DEFAULT_TIME_ZONE);

/** Returns the content of a notification's mail. */
export function notificationMail(due: DueDelivery, tokens: MailTokens): NotificationMailContent {
  const { label, action, reason, hasCalendarFile } = kindDeclarations[due.kind];
  if (due.message)
    return messageMail({
      ...due.message,
      title: due.title,
      isOfClass: due.classroom_id !== null,
      hostName: due.host_name ?? '',
      name: due.nickname,
      action: { label: action, path: due.url },
      token: tokens.make({ userId: due.user_id, subject: 'hostMessages', hostId: due.message.hostId }),
      hasSettings: true,
    });
  const hasFile = hasCalendarFile && due.classroom_id !== null;
  const isAnnouncement = due.kind === 'management';
  const text = isAnnouncement ? due.body : factsOf(due);
  return {
    subject: isAnnouncement ? due.title : sentenceOf(due),
    name: due.nickname,
    paragraphs: text === '' ? [] : [text],
    action: { label: action, path: due.url },
    notes: [reason, ...(hasFile ? ['カレンダーの予定は、添付のファイルで更新できます。'] : [])],
    subscription: { label, token: tokens.make({ userId: due.user_id, subject: due.kind }) },
  };
}

/** The times and the host of what a notification is about, in the user's zone; empty when there are none. */
function factsOf({ kind, start_at: startAt, end_at: endAt, host_name: host, time_zone: zone }: DueDelivery): string {
  const timeZone = zone ?? DEFAULT_TIME_ZONE;
  // An archive is watched at any time.
  const hasTimes = startAt !== null && endAt !== null && kind !== 'eventArchived';
  return [
    ...(hasTimes ? [`日時: ${spanIn(timeZone, startAt, endAt)}`] : []),
    ...(host === null ? [] : [`ホスト: ${host}`]),
  ].join('\n');
}

/** Returns a notification as a push message. It expires when it is stale; a group replaces its last message. */
export function notificationPush(due: DueDelivery, now: Date): { message: PushMessage; options: PushOptions } {
  const tag = due.group_id ?? due.notification_id;
  const isAnnouncement = due.kind === 'management';
  return {
    message: {
      id: due.notification_id,
      title: isAnnouncement ? due.title : 'まなびば',
      body: isAnnouncement ? due.body : sentenceOf(due),
      url: due.url,
      tag,
    },
    options: {
      ttlSeconds: Math.max(0, differenceInSeconds(due.stale_at, now)),
      topic: tag.replace(/^ntf_/, '').slice(0, MAX_TOPIC_LENGTH),
      urgency:
        due.kind === 'eventStartBeforeFiveMinutes' || due.kind === 'reservedClassroomStarted' ? 'high' : 'normal',
    },
  };
}
