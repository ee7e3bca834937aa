import { type ClassroomPoll, pollBody, pollKind } from '@manabiba/shared/contract/classroom-polls';
import * as z from 'zod/mini';

/** The form as it is filled in: empty rows are no options, and a choice without a timer has no seconds. */
const pollValues = z.object({
  kind: pollKind,
  question: z.string(),
  options: z.array(z.object({ text: z.string(), isCorrect: z.boolean() })),
  isNamed: z.boolean(),
  seconds: z.string(),
});
export type PollValues = z.output<typeof pollValues>;

/** Converts what was filled in to what the api takes. */
export const pollSchema = z.pipe(
  z.pipe(
    pollValues,
    z.transform(({ kind, question, options, isNamed, seconds }: PollValues) => {
      const filled = kind === 'text' ? [] : options.filter(({ text }) => text.trim() !== '');
      return {
        kind,
        question,
        options: filled.map(({ text }) => text),
        correct: filled.flatMap(({ isCorrect }, place) => (isCorrect ? [place] : [])),
        isNamed,
        seconds: seconds === '' ? null : Number(seconds),
      };
    }),
  ),
  pollBody,
);

const emptyOption = { text: '', isCorrect: false };

/** Returns the form of a prepared poll, or an empty one. */
export function valuesOf(poll: ClassroomPoll | undefined): PollValues {
  const options = poll?.options.map((text, place) => ({ text, isCorrect: poll.correct?.includes(place) ?? false }));
  return {
    kind: poll?.kind ?? 'single',
    question: poll?.question ?? '',
    options: options?.length ? options : [emptyOption, emptyOption],
    isNamed: poll?.isNamed ?? false,
    seconds: poll?.seconds ? String(poll.seconds) : '',
  };
}
