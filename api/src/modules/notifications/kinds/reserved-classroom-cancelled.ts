import { millisecondsInDay } from 'date-fns/constants';

import { reservers } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { classroomCause } from './facts.repository';

/** A classroom that the user reserved is cancelled. */
export const reservedClassroomCancelled: KindDeclaration = {
  kind: 'reservedClassroomCancelled',
  section: 'classrooms',
  label: '予約した教室の中止',
  channels: { inApp: true, mail: true, push: true },
  sentence: ({ title }) => [words('予約した教室'), quoted(title), words('は中止になりました')],
  reason: '予約した教室が中止になったためです。',
  action: '教室を開く',
  hasCalendarFile: true,
  on: {
    async classroomCancelled(trx, { payload: { classroomId } }) {
      return (await classroomCause(trx, classroomId))?.cause ?? null;
    },
  },
  audience: reservers,
  staleAfterMs: 2 * millisecondsInDay,
};
