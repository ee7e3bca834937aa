import { addDays, addHours, addMinutes, subMinutes } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { followersWhoMayJoinNew } from './audiences.repository';
import { actor, type KindDeclaration, quoted, words } from './declare-kind';
import { classroomCause, notificationFacts } from './facts.repository';

/** A class that starts in more than a day may still become a date of a series, which is announced once. */
const SETTLING_MINUTES = 30;
/** A series is announced once no date has been added for this long. */
const QUIET_MINUTES = 10;

/** Somebody whom the user follows created a public classroom, or a series: `body` is then its number of dates. */
export const classroomCreatedByFollow: KindDeclaration = {
  kind: 'classroomCreatedByFollow',
  section: 'classrooms',
  label: 'フォロー中の人の教室',
  channels: { inApp: true, mail: false, push: true },
  sentence: (content) =>
    content.body === ''
      ? [...actor(content), words('が教室'), quoted(content.title), words('を作成しました')]
      : [...actor(content), words('が連続講座'), quoted(content.title), words(`を公開しました(全${content.body}回)`)],
  reason: 'フォローしている方が、参加できる教室か連続講座を公開したためです。',
  action: '内容を見る',
  on: {
    async classroomCreated(trx, { payload: { classroomId }, createdAt }) {
      const classroom = await classroomCause(trx, classroomId);
      if (!classroom) return null;
      const isSoon = classroom.startAt <= addDays(createdAt, 1);
      return isSoon ? classroom.cause : { ...classroom.cause, dueAt: addMinutes(createdAt, SETTLING_MINUTES) };
    },
  },
  async due(trx, now) {
    const found = await notificationFacts.takeUnannouncedSeries(trx, {
      now,
      settledBy: subMinutes(now, QUIET_MINUTES),
      urgentBy: addHours(now, 1),
    });
    return found.map(({ id, title, host_id: hostId, date_count: dateCount }) => ({
      key: id,
      title,
      body: String(dateCount),
      url: `/series/${id}`,
      actorId: hostId,
      subjects: { series: id },
    }));
  },
  // A host may rename the class meanwhile.
  currentTitle: async (trx, { classroom }) =>
    classroom === undefined ? undefined : (await notificationFacts.classroom(trx, classroom))?.name,
  audience: followersWhoMayJoinNew,
  showsActor: true,
  staleAfterMs: 7 * millisecondsInDay,
};
