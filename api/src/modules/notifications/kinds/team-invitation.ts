import { TEAM_INVITATION_DAYS } from '@manabiba/shared/contract/limits';
import { millisecondsInDay } from 'date-fns/constants';

import { onePerson } from './audiences.repository';
import { actor, type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** The owner of an event or a series invites somebody to help with it. The mail of the invitation says the same. */
export const teamInvitation: KindDeclaration = {
  kind: 'teamInvitation',
  section: 'events',
  label: '運営メンバーへの招待',
  channels: { inApp: true, mail: false, push: true },
  sentence: (content) => [
    ...actor(content),
    words('から、'),
    quoted(content.title),
    words('の運営メンバーに招待されました'),
  ],
  reason: '主催者が、あなたを運営メンバーに招待したためです。',
  action: '招待を見る',
  on: {
    async teamInvited(trx, { payload: { memberId, eventId, userId, path } }) {
      const event = await notificationFacts.event(trx, eventId);
      if (!event) return null;
      return {
        key: memberId,
        title: event.title,
        url: path,
        actorId: event.organizer_id,
        subjects: { event: eventId, user: userId },
        hasOwnMail: true,
      };
    },
    async seriesTeamInvited(trx, { payload: { memberId, seriesId, userId, path } }) {
      const series = await notificationFacts.series(trx, seriesId);
      if (!series) return null;
      return {
        key: memberId,
        title: series.title,
        url: path,
        actorId: series.host_id,
        subjects: { user: userId },
        hasOwnMail: true,
      };
    },
  },
  audience: onePerson,
  showsActor: true,
  staleAfterMs: TEAM_INVITATION_DAYS * millisecondsInDay,
};
