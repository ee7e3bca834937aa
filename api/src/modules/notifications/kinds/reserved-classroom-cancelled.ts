import { reservers } from './audiences.repository';
import { DAY_MS, type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** A classroom that the user reserved is cancelled. */
export const reservedClassroomCancelled: KindDeclaration = {
  kind: 'reservedClassroomCancelled',
  section: 'classrooms',
  label: '予約した教室の中止',
  channels: { inApp: true, mail: true, push: true },
  sentence: ({ title }) => [words('予約した教室'), quoted(title), words('は中止になりました')],
  reason: '予約した教室が中止になったためです。',
  action: '教室を開く',
  on: {
    async classroomCancelled(trx, { payload: { classroomId } }) {
      const classroom = await notificationFacts.classroom(trx, classroomId);
      if (!classroom) return null;
      return {
        key: classroomId,
        title: classroom.name,
        url: `/classrooms/${classroomId}`,
        actorId: classroom.host_id,
        subjects: { classroom: classroomId },
      };
    },
  },
  audience: reservers,
  staleAfterMs: 2 * DAY_MS,
};
