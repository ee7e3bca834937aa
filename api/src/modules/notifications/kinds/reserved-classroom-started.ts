import { millisecondsInHour } from 'date-fns/constants';

import { absentReservers } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { classroomCause } from './facts.repository';

/** A classroom that the user reserved has started. */
export const reservedClassroomStarted: KindDeclaration = {
  kind: 'reservedClassroomStarted',
  section: 'classrooms',
  label: '予約した教室の開始',
  channels: { inApp: true, mail: true, push: true },
  sentence: ({ title }) => [words('予約した教室'), quoted(title), words('が始まりました')],
  reason: '予約した教室が始まったためです。',
  action: '参加する',
  on: {
    async classroomStarted(trx, { payload: { classroomId } }) {
      const found = await classroomCause(trx, classroomId);
      return found && { ...found.cause, staleAt: found.endAt };
    },
  },
  audience: absentReservers,
  staleAfterMs: millisecondsInHour,
};
