import { millisecondsInMinute } from 'date-fns/constants';

import { absentParticipants } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { remindersBefore } from './reminders';

/** A ticket holder's event starts in five minutes. */
export const eventStartBeforeFiveMinutes: KindDeclaration = {
  kind: 'eventStartBeforeFiveMinutes',
  section: 'events',
  label: '開始の5分前',
  channels: { inApp: true, mail: false, push: true },
  sentence: ({ title }) => [quoted(title), words('がまもなく始まります(5分前)')],
  reason: '参加を申し込んだイベントが、5分後に始まるためです。',
  action: 'イベントを開く',
  ...remindersBefore({ aheadMs: 5 * millisecondsInMinute, usefulMs: 5 * millisecondsInMinute }),
  audience: absentParticipants,
  staleAfterMs: 5 * millisecondsInMinute,
};
