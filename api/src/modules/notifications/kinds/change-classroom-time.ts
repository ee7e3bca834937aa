import { millisecondsInDay } from 'date-fns/constants';

import { attendees } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/**
 * A classroom that the user reserved, or an event that they hold a ticket of, moves to another time; a series that they
 * reserved gets further dates: `body` is then their number.
 */
export const changeClassroomTime: KindDeclaration = {
  kind: 'changeClassroomTime',
  section: 'classrooms',
  label: '日程の変更',
  channels: { inApp: true, mail: true, push: true },
  sentence({ title, body }) {
    if (/^\d+$/.test(body)) return [words('連続講座'), quoted(title), words(`に新しい回が追加されました(${body}回)`)];
    const [from, to] = body.split('/');
    if (!from || !to) return [words('教室'), quoted(title), words('の開始日時が変更されました')];
    return [
      words('教室'),
      quoted(title),
      words('の開始日時が'),
      { text: from, as: 'past' },
      words('から'),
      { text: to, as: 'moment' },
      words('に変更されました'),
    ];
  },
  reason: '予約した教室や連続講座、または参加を申し込んだイベントの日程が変わったためです。',
  action: '日程を見る',
  hasCalendarFile: true,
  on: {
    async classroomRescheduled(trx, { id, payload: { classroomId, from, to } }) {
      const classroom = await notificationFacts.classroom(trx, classroomId);
      // A later cause covers a classroom that has moved again or was cancelled.
      if (classroom?.state !== 'scheduled' || classroom.start_at.toISOString() !== new Date(to).toISOString())
        return null;
      return {
        key: `${classroomId} ${id}`,
        title: classroom.name,
        body: `${from}/${to}`,
        url: `/classrooms/${classroomId}`,
        actorId: classroom.host_id,
        subjects: { classroom: classroomId },
        staleAt: new Date(to),
      };
    },
    async eventRescheduled(trx, { id, payload: { eventId, from, to } }) {
      const event = await notificationFacts.event(trx, eventId);
      // A change of the end alone is only mailed, with the calendar file.
      if (!event || from === to || event.start_at.toISOString() !== new Date(to).toISOString()) return null;
      return {
        key: `${eventId} ${id}`,
        title: event.title,
        body: `${from}/${to}`,
        url: `/events/${eventId}`,
        actorId: event.organizer_id,
        subjects: { event: eventId },
        // Ticket holders get the calendar file by mail in any case.
        hasOwnMail: true,
        staleAt: new Date(to),
      };
    },
    async seriesDatesAdded(trx, { payload: { seriesId, addedAt } }) {
      const series = await notificationFacts.series(trx, seriesId);
      const added = await notificationFacts.countAddedDates(trx, seriesId, addedAt);
      if (!series || added === 0) return null;
      return {
        key: `${seriesId} ${addedAt}`,
        title: series.title,
        body: String(added),
        url: `/series/${seriesId}`,
        actorId: series.host_id,
        subjects: { series: seriesId, addedAt },
      };
    },
  },
  audience: attendees,
  staleAfterMs: 2 * millisecondsInDay,
};
