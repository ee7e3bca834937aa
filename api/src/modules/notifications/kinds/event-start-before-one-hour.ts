import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

import { absentParticipants } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { remindersBefore } from './reminders';

/** A ticket holder's event starts in an hour. */
export const eventStartBeforeOneHour: KindDeclaration = {
  kind: 'eventStartBeforeOneHour',
  section: 'events',
  label: '開始の1時間前',
  channels: { inApp: true, mail: true, push: false },
  sentence: ({ title }) => [quoted(title), words('は1時間後に始まります')],
  reason: '参加を申し込んだイベントが、1時間後に始まるためです。',
  action: 'イベントを開く',
  // Later than this, "in an hour" is no longer true.
  ...remindersBefore({ aheadMs: millisecondsInHour, usefulMs: 10 * millisecondsInMinute }),
  audience: absentParticipants,
  staleAfterMs: 10 * millisecondsInMinute,
};
