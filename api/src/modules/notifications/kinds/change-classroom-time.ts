import { millisecondsInDay } from 'date-fns/constants';

import { attendees } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { notificationFacts } from './facts.repository';

/** A classroom that the user reserved, or an event that they hold a ticket of, moves to another time. */
export const changeClassroomTime: KindDeclaration = {
  kind: 'changeClassroomTime',
  section: 'classrooms',
  label: '開始日時の変更',
  channels: { inApp: true, mail: true, push: true },
  sentence({ title, body }) {
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
  reason: '予約した教室、または参加を申し込んだイベントの日時が変わったためです。',
  action: '教室を開く',
  hasCalendarFile: true,
  on: {
    async classroomRescheduled(trx, { id, payload: { classroomId, from, to } }) {
      const classroom = await notificationFacts.classroom(trx, classroomId);
      // One that has moved again or was cancelled has newer news.
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
  },
  audience: attendees,
  staleAfterMs: 2 * millisecondsInDay,
};
