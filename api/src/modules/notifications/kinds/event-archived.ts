import { subHours } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { formerAttendees } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** The replay of an event or classroom is published for those who took part in it. */
export const eventArchived: KindDeclaration = {
  kind: 'eventArchived',
  section: 'events',
  label: 'アーカイブの公開',
  channels: { inApp: true, mail: true, push: false },
  sentence: ({ title }) => [quoted(title), words('のアーカイブを公開しました')],
  reason: '参加または予約した回のアーカイブが公開されたためです。',
  action: 'アーカイブを見る',
  async due(trx, now) {
    const archives = await notificationFacts.publishedBetween(trx, subHours(now, 24), now);
    return archives.map(({ id, title, source, source_id: sourceId, host_id: hostId }) => ({
      key: id,
      title,
      url: `/archives/${id}`,
      actorId: hostId,
      subjects: { [source]: sourceId },
    }));
  },
  audience: formerAttendees,
  staleAfterMs: 7 * millisecondsInDay,
};
