import { millisecondsInDay } from 'date-fns/constants';

import { classMessageRecipients } from './audiences.repository';
import { actor, type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** The host of a class writes to those who reserved or attended it. The message is read there, and can be removed. */
export const hostMessage: KindDeclaration = {
  kind: 'hostMessage',
  section: 'classrooms',
  label: 'ホストからのメッセージ',
  channels: { inApp: true, mail: true, push: false },
  sentence: (content) => [
    ...actor(content),
    words('から教室'),
    quoted(content.title),
    words('のメッセージが届きました'),
  ],
  reason: '予約または参加した教室のホストが、参加者の方にメッセージを送ったためです。',
  action: 'メッセージを開く',
  on: {
    async classroomMessageSent(trx, { payload: { messageId, classroomId } }) {
      const classroom = await notificationFacts.classroom(trx, classroomId);
      return (
        (classroom && {
          key: messageId,
          title: classroom.name,
          url: `/classrooms/${classroomId}#messages`,
          actorId: classroom.host_id,
          subjects: { classroom: classroomId, message: messageId, messages: classroom.host_id },
        }) ??
        null
      );
    },
  },
  audience: classMessageRecipients,
  bringsMessage: true,
  showsActor: true,
  staleAfterMs: 7 * millisecondsInDay,
};
