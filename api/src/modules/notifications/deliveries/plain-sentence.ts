import type { SentenceSpan } from '@manabiba/shared/contract/notifications';
import type { NotificationKind } from '@manabiba/shared/contract/notifications';

import type { NotificationContent } from '../kinds/declare-kind';
import { kindDeclarations } from '../kinds/notification-kinds';

/** A moment as read in a zone, such as 11月22日(日)13:45. */
export function momentIn(timeZone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('ja-JP', {
    timeZone,
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).formatToParts(moment);
  return parts.map(({ value }) => value.trim()).join('');
}

/** A time of day as read in a zone, such as 14:30. */
export const timeIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('ja-JP', { timeZone, hour: 'numeric', minute: '2-digit' }).format(moment);

const textOf = ({ text, as }: SentenceSpan, timeZone: string) =>
  as === 'past' || as === 'moment' ? momentIn(timeZone, new Date(text)) : text;

/** Returns the sentence of a notification as plain text, with times in the user's zone. */
export function plainSentence(kind: NotificationKind, content: NotificationContent, timeZone: string): string {
  return kindDeclarations[kind]
    .sentence(content)
    .map((span) => textOf(span, timeZone))
    .join('');
}
