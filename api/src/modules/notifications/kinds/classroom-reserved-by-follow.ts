import { millisecondsInDay } from 'date-fns/constants';

import { followersWhoMayJoin } from './audiences.repository';
import { actor, type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** Somebody whom the user follows reserved a public classroom. */
export const classroomReservedByFollow: KindDeclaration = {
  kind: 'classroomReservedByFollow',
  section: 'classrooms',
  label: 'フォロー中の人の予約',
  channels: { inApp: true, mail: false, push: false },
  sentence: (content) => [...actor(content), words('が教室'), quoted(content.title), words('を予約しました')],
  reason: 'フォローしている方が、参加できる教室を予約したためです。',
  action: '教室を開く',
  on: {
    async classroomReserved(trx, { payload: { classroomId, userId } }) {
      const classroom = await notificationFacts.classroom(trx, classroomId);
      if (!classroom) return null;
      return {
        key: `${classroomId} ${userId}`,
        title: classroom.name,
        url: `/classrooms/${classroomId}`,
        actorId: userId,
        subjects: { classroom: classroomId },
      };
    },
  },
  audience: followersWhoMayJoin,
  showsActor: true,
  staleAfterMs: millisecondsInDay,
};
