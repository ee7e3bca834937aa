import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { csvFile } from '@manabiba/shared/format/csv';
import { dayKey } from '@manabiba/shared/format/date-time';
import { formatDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { fileNamePart } from '@manabiba/shared/format/file-name';

import { roleName } from '../../core/room/role-names';
import { type Attendee, groupsOf, minutesPresent } from './attendee';

const heading = ['名前', '役割', '入室', '退出', '参加時間(分)', 'グループ'];

/** The attendance of a class as a CSV file. Times are in the viewer's time zone. */
export function attendanceFile(
  { name, startAt }: Pick<Classroom, 'name' | 'startAt'>,
  people: readonly Attendee[],
): { name: string; text: string } {
  const rows = people.map((person) => [
    person.nickname,
    roleName[person.role],
    clock(person.joinedAt),
    person.leftAt === null ? '参加中' : clock(person.leftAt),
    minutesPresent(person),
    groupsOf(person)
      .map(({ group, enteredAt, leftAt }) => `${group} ${stay(enteredAt, leftAt)}`)
      .join('、'),
  ]);
  return {
    name: `${['出席', fileNamePart(name), dayKey(startAt)].filter(Boolean).join('_')}.csv`,
    text: csvFile([heading, ...rows]),
  };
}

const stay = (enteredAt: string, leftAt: string | null) =>
  `${clock(enteredAt)}から${leftAt === null ? '参加中' : `${clock(leftAt)}まで`}`;

/** Formats 2026/11/21 13:45, which spreadsheets parse as a date and time. */
const clock = (moment: string) => formatDateTimeInput(new Date(moment));
