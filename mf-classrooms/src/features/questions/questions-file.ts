import type { ClassroomQuestion } from '@manabiba/shared/contract/classroom-questions';
import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { csvFile } from '@manabiba/shared/format/csv';
import { dayKey } from '@manabiba/shared/format/date-time';
import { formatDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { fileNamePart } from '@manabiba/shared/format/file-name';

const heading = ['質問', '名前', '票', '状態', '回答', '質問した時刻'];
const stateNames: Record<ClassroomQuestion['state'], string> = { open: '未回答', answered: '回答済み' };

/** The questions of a class with their answers as a CSV file, one row each. Times are in the viewer's time zone. */
export function questionsFile(
  { name, startAt }: Pick<Classroom, 'name' | 'startAt'>,
  questions: readonly ClassroomQuestion[],
): { name: string; text: string } {
  const rows = questions.map(({ body, user, voteCount, state, answer, createdAt }) => [
    body,
    user?.nickname ?? '退会したユーザー',
    voteCount,
    stateNames[state],
    answer,
    formatDateTimeInput(new Date(createdAt)),
  ]);
  return {
    name: `${['質問', fileNamePart(name), dayKey(startAt)].filter(Boolean).join('_')}.csv`,
    text: csvFile([heading, ...rows]),
  };
}
