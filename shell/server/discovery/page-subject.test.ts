import type { PrefetchedAnswers } from '@manabiba/shared/navigation/initial-queries';
import { aClassroomDetail, anEvent, aProfile } from '@manabiba/shared/testing/builders';

import { isIndexable, subjectOf } from './page-subject';

const answersOf = (call: string, answer: unknown): PrefetchedAnswers => ({
  pattern: '/',
  calls: [{ call, params: {}, query: {}, tags: [], answer }],
});

it.each([
  ['getClassroom', aClassroomDetail(), 'classroom'],
  ['getEvent', anEvent(), 'event'],
  ['getUser', aProfile(), 'user'],
])('finds the subject in the answer of %s', (call, answer, kind) => {
  expect(subjectOf(answersOf(call, answer), '/')?.kind).toBe(kind);
});

it('names the category of the URL', () => {
  const categories = [
    { id: 'cat_math', name: '数学', interests: [], order: 1 },
    { id: 'cat_art', name: '美術', interests: [], order: 2 },
  ];
  const answers = answersOf('listCategories', { categories });
  expect(subjectOf(answers, '/categories/cat_art')).toEqual({ kind: 'category', category: categories[1] });
  expect(subjectOf(answers, '/categories/cat_none')).toBeUndefined();
  expect(subjectOf(answers, '/classrooms')).toBeUndefined();
});

it('has no subject for a list, a broken answer or none, which says nothing against indexing', () => {
  const none = [
    subjectOf(answersOf('listClassrooms', { items: [], nextCursor: null }), '/classrooms'),
    subjectOf(answersOf('getClassroom', { name: '三角関数' }), '/classrooms/cls_1'),
    subjectOf(undefined, '/classrooms/cls_1'),
  ];
  expect(none).toEqual([undefined, undefined, undefined]);
  expect(none.map((subject) => isIndexable('/classrooms/{id}', subject))).toEqual([true, true, true]);
});

it('reveals nothing of a private classroom, even when the link has its key', () => {
  const subject = subjectOf(answersOf('getClassroom', aClassroomDetail({ privateMode: true })), '/classrooms/cls_1');
  expect(subject).toBeNull();
  expect(isIndexable('/classrooms/{id}', subject)).toBe(false);
});

it('lets only professionals be indexed, and no profile whose answer is late', () => {
  const isFound = (user?: ReturnType<typeof aProfile>) => isIndexable('/users/{id}', user && { kind: 'user', user });
  expect([isFound(aProfile({ isProfessional: true })), isFound(aProfile()), isFound()]).toEqual([true, false, false]);
});
