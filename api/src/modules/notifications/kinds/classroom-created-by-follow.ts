import { followersWhoMayJoin } from './audiences.repository';
import { actor, DAY_MS, type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** Somebody whom the user follows created a public classroom. */
export const classroomCreatedByFollow: KindDeclaration = {
  kind: 'classroomCreatedByFollow',
  section: 'classrooms',
  label: 'フォロー中の人の教室',
  channels: { inApp: true, mail: false, push: true },
  sentence: (content) => [...actor(content), words('が教室'), quoted(content.title), words('を作成しました')],
  reason: 'フォローしている方が、参加できる教室を作成したためです。',
  action: '教室を開く',
  on: {
    async classroomCreated(trx, { payload: { classroomId, hostId } }) {
      const classroom = await notificationFacts.classroom(trx, classroomId);
      if (!classroom) return null;
      return {
        key: classroomId,
        title: classroom.name,
        url: `/classrooms/${classroomId}`,
        actorId: hostId,
        subjects: { classroom: classroomId },
      };
    },
  },
  audience: followersWhoMayJoin,
  showsActor: true,
  staleAfterMs: 7 * DAY_MS,
};
