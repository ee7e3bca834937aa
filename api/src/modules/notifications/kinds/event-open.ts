import { millisecondsInHour } from 'date-fns/constants';

import { admittedParticipants } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** Ticket holders may enter the room of their event. */
export const eventOpen: KindDeclaration = {
  kind: 'eventOpen',
  section: 'events',
  label: '入場の開始',
  channels: { inApp: true, mail: false, push: true },
  sentence: ({ title }) => [quoted(title), words('の入場を開始しました')],
  reason: '参加を申し込んだイベントの入場が始まったためです。',
  action: 'イベントを開く',
  on: {
    async eventOpened(trx, { payload: { eventId } }) {
      const event = await notificationFacts.event(trx, eventId);
      return (
        (event && {
          key: eventId,
          title: event.title,
          url: `/events/${eventId}`,
          actorId: event.organizer_id,
          subjects: { event: eventId },
          staleAt: event.end_at,
        }) ??
        null
      );
    },
  },
  audience: admittedParticipants,
  staleAfterMs: millisecondsInHour,
};
