import type { Category } from '@manabiba/shared/contract/categories';
import type { Classroom, CreateClassroomInput } from '@manabiba/shared/contract/classrooms';
import { classroomDescription, classroomName } from '@manabiba/shared/contract/classrooms';
import { MAX_DAYS_AHEAD, MAX_INTERESTS } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { formatDateTimeInput, parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { dateTimeText } from '@manabiba/shared/forms/date-time-text';
import { addHours, startOfMinute } from 'date-fns';
import * as z from 'zod/mini';

import { defaultStart } from './timing/default-start';
import { nextWeekly } from './timing/weekly-starts';

/**
 * The form values as entered: the start is text (2026/11/21 13:45, in the user's time zone).
 *
 * @param keptStart the start of an existing classroom, as text: unchanged, it is not validated against the clock again.
 */
export function classroomFormSchema({ now, keptStart }: { now: () => Date; keptStart?: string }) {
  const measure = (rule: (start: Date, now: Date) => boolean) => (text: string) => {
    const start = parseDateTimeInput(text);
    return text === keptStart || start === null || rule(start, now());
  };
  return z.object({
    name: classroomName,
    startAt: dateTimeText('開始日時').check(
      // The field has minute precision: the current minute still counts as now.
      z.refine(
        measure((start, at) => start >= startOfMinute(at)),
        { error: '開始日時は現在以降を指定してください。' },
      ),
      z.refine(
        measure((start, at) => start <= addHours(at, MAX_DAYS_AHEAD * 24)),
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

/** Returns whether allUsers is forced: the option is shown but locked for non-professional adults. */
export function isAllUsersForced(me: SignedInMe): boolean {
  return !me.isProfessional && !me.isStudentAge;
}

/** Returns the defaults of a new form: the first category, the next half hour. */
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

/**
 * Returns the values of a new classroom like an existing one, at the same weekday and time of the next week that lies
 * ahead. A category or interest that no longer exists is replaced by the first one, or left out.
 */
export function duplicateValues(
  source: Classroom,
  categories: readonly Category[],
  me: SignedInMe,
  now: Date,
): ClassroomFormValues {
  const category = categories.find(({ id }) => id === source.categoryId) ?? categories[0];
  const offered = new Set(category?.interests.map(({ id }) => id));
  return {
    ...classroomValues(source),
    startAt: formatDateTimeInput(nextWeekly(new Date(source.startAt), now)),
    categoryId: category?.id ?? '',
    interestIds: source.interestIds.filter((id) => offered.has(id)),
    allUsers: source.allUsers || isAllUsersForced(me),
  };
}

/** Returns the form values of an existing classroom. */
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

/** Says in a sentence who may join with these choices. */
export function audienceSentence({ allUsers, privateMode }: Pick<ClassroomFormValues, 'allUsers' | 'privateMode'>) {
  const who = privateMode ? 'URLを知っている方のうち、' : '';
  return allUsers
    ? `${who}年齢を問わず、ログインしていない方も参加できます。`
    : `${who}ログインした24歳以下の方だけが参加できます。`;
}

/** Converts valid form values to api input. */
export function toClassroomInput({ startAt, ...values }: ClassroomFormValues): CreateClassroomInput {
  const start = parseDateTimeInput(startAt);
  if (!start) throw new Error(`A valid form has a start, not ${JSON.stringify(startAt)}`);
  return { ...values, startAt: start.toISOString() };
}

/** Converts an edit to api input with changed fields only, since an unchanged start may lie in the past. */
export function toClassroomChanges(values: ClassroomFormValues, classroom: Classroom): Partial<CreateClassroomInput> {
  const before = classroomValues(classroom);
  const changed = Object.entries(toClassroomInput(values)).filter(
    ([field]) => !isSame(values[field as keyof ClassroomFormValues], before[field as keyof ClassroomFormValues]),
  );
  // Interests belong to a category, so a new category replaces them.
  return {
    ...Object.fromEntries(changed),
    ...(values.categoryId === before.categoryId ? {} : { interestIds: values.interestIds }),
  };
}

function isSame(a: ClassroomFormValues[keyof ClassroomFormValues], b: typeof a): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((id) => b.includes(id)) : a === b;
}
