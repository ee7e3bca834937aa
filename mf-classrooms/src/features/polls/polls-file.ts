import type { ClassroomPoll, ReceivedPollAnswer } from '@manabiba/shared/contract/classroom-polls';
import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { csvFile } from '@manabiba/shared/format/csv';
import { dayKey } from '@manabiba/shared/format/date-time';
import { formatDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { fileNamePart } from '@manabiba/shared/format/file-name';

import { kindNames } from './poll-names';

const heading = ['質問', '答え方', '名前', '回答', '正誤', '回答した時刻'];

/** The answers to the polls of a class as a CSV file, one row each. Times are in the viewer's time zone. */
export function pollsFile(
  { name, startAt }: Pick<Classroom, 'name' | 'startAt'>,
  polls: readonly ClassroomPoll[],
  answers: readonly ReceivedPollAnswer[],
): { name: string; text: string } {
  const rows = polls.flatMap((poll) =>
    answers
      .filter(({ pollId }) => pollId === poll.id)
      .map((answer) => [
        poll.question,
        kindNames[poll.kind],
        answer.nickname ?? (poll.isNamed ? '表示されません' : '匿名'),
        poll.kind === 'text' ? answer.text : answer.choices.map((place) => poll.options[place] ?? '').join(' / '),
        judgement(poll, answer),
        answer.answeredAt === null ? '' : formatDateTimeInput(new Date(answer.answeredAt)),
      ]),
  );
  return {
    name: `${['アンケート', fileNamePart(name), dayKey(startAt)].filter(Boolean).join('_')}.csv`,
    text: csvFile([heading, ...rows]),
  };
}

/** A single choice is right when it is one of the right answers, several choices when they are exactly those. */
function judgement({ kind, correct }: ClassroomPoll, { choices }: ReceivedPollAnswer): string {
  if (correct === null || correct.length === 0) return '';
  const isRight =
    choices.every((place) => correct.includes(place)) && (kind === 'single' || choices.length === correct.length);
  return isRight ? '正解' : '不正解';
}
