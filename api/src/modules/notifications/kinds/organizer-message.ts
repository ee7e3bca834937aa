import { millisecondsInDay } from 'date-fns/constants';

import { messageRecipients } from './audiences.repository';
import { actor, type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** The organizer of an event writes to those who have a seat. The message is read there, and can be removed. */
export const organizerMessage: KindDeclaration = {
  kind: 'organizerMessage',
  section: 'events',
  label: '主催者からのメッセージ',
  channels: { inApp: true, mail: true, push: false },
  sentence: (content) => [...actor(content), words('から'), quoted(content.title), words('のメッセージが届きました')],
  reason: '参加を申し込んだイベントの主催者が、参加者の方にメッセージを送ったためです。',
  action: 'メッセージを開く',
  on: {
    async eventMessageSent(trx, { payload: { messageId, eventId } }) {
      const event = await notificationFacts.event(trx, eventId);
      return (
        (event && {
          key: messageId,
          title: event.title,
          url: `/events/${eventId}#messages`,
          actorId: event.organizer_id,
          subjects: { event: eventId, message: messageId, messages: event.organizer_id },
        }) ??
        null
      );
    },
  },
  audience: messageRecipients,
  bringsMessage: true,
  showsActor: true,
  staleAfterMs: 7 * millisecondsInDay,
};
