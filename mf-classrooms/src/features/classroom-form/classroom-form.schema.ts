import type { Classroom, CreateClassroomInput } from '@manabiba/shared/contract/classrooms';
import { classroomDescription, classroomName } from '@manabiba/shared/contract/classrooms';
import { MAX_DAYS_AHEAD, MAX_INTERESTS } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { formatDateTimeInput, parseDateTimeInput } from '@manabiba/shared/format/date-time';
import * as z from 'zod/mini';

import { defaultStart } from './default-start';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * The form as people fill it in: the start is text (2026/11/21 13:45, in their own time zone).
 *
 * @param keptStart the start that an existing classroom already has, as text: kept, it is not measured against the
 * clock again.
 */
export function classroomFormSchema({ now, keptStart }: { now: () => Date; keptStart?: string }) {
  const measure = (rule: (start: Date, now: Date) => boolean) => (text: string) => {
    const start = parseDateTimeInput(text);
    return text === keptStart || start === null || rule(start, now());
  };
  return z.object({
    name: classroomName,
    startAt: z.string().check(
      z.refine((text) => text.trim() !== '', { error: '開始日時を入力してください。', abort: true }),
      z.refine((text) => parseDateTimeInput(text) !== null, {
        error: '開始日時は 2026/11/21 13:45 の形式で入力してください。',
        abort: true,
      }),
      // The field knows minutes: the minute that is running still counts as now.
      z.refine(
        measure((start, at) => start.getTime() >= Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS),
        { error: '開始日時は現在以降を指定してください。' },
      ),
      z.refine(
        measure((start, at) => start.getTime() <= at.getTime() + MAX_DAYS_AHEAD * DAY_MS),
        { error: '開始日時は30日以内で指定してください。' },
      ),
    ),
    categoryId: z.string().check(z.minLength(1, { error: 'カテゴリーを選択してください。' })),
    description: classroomDescription,
    interestIds: z
      .array(z.string())
      .check(z.maxLength(MAX_INTERESTS, { error: `興味は${MAX_INTERESTS}つまで選べます。` })),
    allUsers: z.boolean(),
    audienceMode: z.boolean(),
    privateMode: z.boolean(),
  });
}

export type ClassroomFormValues = z.input<ReturnType<typeof classroomFormSchema>>;

/** A non-professional adult always opens classrooms to all: the choice is shown and locked. */
export function isAllUsersForced(me: SignedInMe): boolean {
  return !me.isProfessional && !me.isStudentAge;
}

/** An empty form: the first category, the next half hour. */
export function newClassroomValues(categoryId: string, me: SignedInMe, now: Date): ClassroomFormValues {
  return {
    name: '',
    startAt: formatDateTimeInput(defaultStart(now)),
    categoryId,
    description: '',
    interestIds: [],
    allUsers: isAllUsersForced(me),
    audienceMode: false,
    privateMode: false,
  };
}

/** The form of a classroom that is already there. */
export function classroomValues(classroom: Classroom): ClassroomFormValues {
  const { name, categoryId, description, interestIds, allUsers, audienceMode, privateMode } = classroom;
  return {
    name,
    startAt: formatDateTimeInput(new Date(classroom.startAt)),
    categoryId,
    description,
    interestIds,
    allUsers,
    audienceMode,
    privateMode,
  };
}

/** What the api takes for a form that is valid. */
export function toClassroomInput({ startAt, ...values }: ClassroomFormValues): CreateClassroomInput {
  const start = parseDateTimeInput(startAt);
  if (!start) throw new Error(`A valid form has a start, not ${JSON.stringify(startAt)}`);
  return { ...values, startAt: start.toISOString() };
}

/** What the api takes for an edit: only what is different, for a start that is kept may lie in the past. */
export function toClassroomChanges(values: ClassroomFormValues, classroom: Classroom): Partial<CreateClassroomInput> {
  const before = classroomValues(classroom);
  const changed = Object.entries(toClassroomInput(values)).filter(
    ([field]) => !isSame(values[field as keyof ClassroomFormValues], before[field as keyof ClassroomFormValues]),
  );
  // Interests belong to their category: with another one the old ones would go.
  return {
    ...Object.fromEntries(changed),
    ...(values.categoryId === before.categoryId ? {} : { interestIds: values.interestIds }),
  };
}

function isSame(a: ClassroomFormValues[keyof ClassroomFormValues], b: typeof a): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((id) => b.includes(id)) : a === b;
}
