import { millisecondsInDay } from 'date-fns/constants';

import { followersWhoMayJoin } from './audiences.repository';
import { actor, type KindDeclaration, quoted, words } from './declare-kind';
import { classroomCause } from './facts.repository';

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
    async classroomCreated(trx, { payload: { classroomId } }) {
      return (await classroomCause(trx, classroomId))?.cause ?? null;
    },
  },
  audience: followersWhoMayJoin,
  showsActor: true,
  staleAfterMs: 7 * millisecondsInDay,
};
