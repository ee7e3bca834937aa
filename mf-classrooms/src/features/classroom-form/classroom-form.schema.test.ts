import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { formatDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { addMinutes } from 'date-fns';

import {
  classroomFormSchema,
  type ClassroomFormValues,
  classroomValues,
  isAllUsersForced,
  newClassroomValues,
  toClassroomInput,
} from './classroom-form.schema';

const NOW = new Date(2026, 10, 21, 13, 45, 30);
const inMinutes = (minutes: number) => formatDateTimeInput(addMinutes(NOW, minutes));
const valid: ClassroomFormValues = {
  name: '地図を描く',
  startAt: inMinutes(60),
  categoryId: 'cat_1',
  description: '',
  interestIds: [],
  allUsers: true,
  audienceMode: false,
  privateMode: false,
};

function messagesFor(changes: Partial<ClassroomFormValues>, keptStart?: string): string[] {
  const result = classroomFormSchema({ now: () => NOW, keptStart }).safeParse({ ...valid, ...changes });
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
}

it('accepts a valid form', () => {
  expect(messagesFor({})).toEqual([]);
});

it.each<[string, Partial<ClassroomFormValues>, string]>([
  ['no title', { name: '' }, 'name: タイトルを入力してください。'],
  ['a blank title', { name: ' \u3000 ' }, 'name: タイトルを入力してください。'],
  ['a title of 51 characters', { name: 'あ'.repeat(51) }, 'name: タイトルは50文字以内で入力してください。'],
  [
    'a title of 51 characters outside the basic plane',
    { name: '𠮷'.repeat(51) },
    'name: タイトルは50文字以内で入力してください。',
  ],
  ['no start', { startAt: '' }, 'startAt: 開始日時を入力してください。'],
  ['a blank start', { startAt: '  ' }, 'startAt: 開始日時を入力してください。'],
  [
    'another format',
    { startAt: '2026-11-21 14:00' },
    'startAt: 開始日時は 2026/11/21 13:45 の形式で入力してください。',
  ],
  ['a date without time', { startAt: '2026/11/21' }, 'startAt: 開始日時は 2026/11/21 13:45 の形式で入力してください。'],
  [
    'a nonexistent day',
    { startAt: '2026/11/31 10:00' },
    'startAt: 開始日時は 2026/11/21 13:45 の形式で入力してください。',
  ],
  [
    'a nonexistent hour',
    { startAt: '2026/11/22 24:00' },
    'startAt: 開始日時は 2026/11/21 13:45 の形式で入力してください。',
  ],
  ['a minute ago', { startAt: inMinutes(-1) }, 'startAt: 開始日時は現在以降を指定してください。'],
  [
    '30 days and a minute ahead',
    { startAt: inMinutes(30 * 24 * 60 + 1) },
    'startAt: 開始日時は30日以内で指定してください。',
  ],
  ['no category', { categoryId: '' }, 'categoryId: カテゴリーを選択してください。'],
  [
    'a description of 2001 characters',
    { description: 'あ'.repeat(2001) },
    'description: 説明は2000文字以内で入力してください。',
  ],
  ['six interests', { interestIds: ['1', '2', '3', '4', '5', '6'] }, 'interestIds: 興味は5つまで選べます。'],
])('rejects %s', (_what, changes, message) => {
  expect(messagesFor(changes)).toEqual([message]);
});

it.each<[string, Partial<ClassroomFormValues>]>([
  ['50 characters outside the basic plane', { name: '𠮷'.repeat(50) }],
  ['the current minute', { startAt: inMinutes(0) }],
  ['30 days ahead', { startAt: inMinutes(30 * 24 * 60) }],
  ['full-width digits', { startAt: '２０２６／１１／２２　９：００' }],
  ['a description of 2000 characters', { description: 'あ'.repeat(2000) }],
  ['five interests', { interestIds: ['1', '2', '3', '4', '5'] }],
])('accepts %s', (_what, changes) => {
  expect(messagesFor(changes)).toEqual([]);
});

it('does not validate an unchanged start against the clock again', () => {
  expect(messagesFor({ startAt: inMinutes(-20) }, inMinutes(-20))).toEqual([]);
  expect(messagesFor({ startAt: inMinutes(-10) }, inMinutes(-20))).toEqual([
    'startAt: 開始日時は現在以降を指定してください。',
  ]);
});

it('sends the start in UTC and omits the fixed duration', () => {
  expect(toClassroomInput(valid)).toEqual({ ...valid, startAt: new Date(2026, 10, 21, 14, 45).toISOString() });
});

const adult = { isProfessional: false, isStudentAge: false } as SignedInMe;

it.each([
  ['an adult', adult, true],
  ['a student', { ...adult, isStudentAge: true }, false],
  ['a professional', { ...adult, isProfessional: true }, false],
  ['a professional of student age', { ...adult, isProfessional: true, isStudentAge: true }, false],
])('forces allUsers for %s: %s', (_who, me, isForced) => {
  expect(isAllUsersForced(me)).toBe(isForced);
  expect(newClassroomValues('cat_1', me, NOW).allUsers).toBe(isForced);
});

it('defaults to the first category and the next half hour', () => {
  expect(newClassroomValues('cat_1', adult, NOW)).toMatchObject({
    name: '',
    categoryId: 'cat_1',
    startAt: '2026/11/21 14:00',
  });
});

it('loads an existing classroom', () => {
  const classroom = {
    ...valid,
    startAt: new Date(2026, 10, 25, 9, 0).toISOString(),
    id: 'cls_1',
  } as unknown as Classroom;
  expect(classroomValues(classroom)).toEqual({ ...valid, startAt: '2026/11/25 09:00' });
});
