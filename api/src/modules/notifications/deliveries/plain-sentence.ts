import type { SentenceSpan } from '@manabiba/shared/contract/notifications';
import type { NotificationKind } from '@manabiba/shared/contract/notifications';

import { momentIn } from '../../../platform/moments';
import type { NotificationContent } from '../kinds/declare-kind';
import { kindDeclarations } from '../kinds/notification-kinds';

const textOf = ({ text, as }: SentenceSpan, timeZone: string) =>
  as === 'past' || as === 'moment' ? momentIn(timeZone, new Date(text)) : text;

/** Returns the sentence of a notification as plain text, with times in the user's zone, which they name. */
export function plainSentence(kind: NotificationKind, content: NotificationContent, timeZone: string): string {
  return kindDeclarations[kind]
    .sentence(content)
    .map((span) => textOf(span, timeZone))
    .join('');
}
