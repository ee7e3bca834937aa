import type { Archive } from '@manabiba/shared/contract/archives';
import type { Category } from '@manabiba/shared/contract/categories';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { contract } from '@manabiba/shared/contract/contract';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import type { UserProfile } from '@manabiba/shared/contract/users';
import type { PrefetchedAnswers } from '@manabiba/shared/navigation/initial-queries';
import { matchPattern, paths } from '@manabiba/shared/navigation/paths';

/** The one thing that a public page is about. */
export type PageSubject =
  | { kind: 'classroom'; classroom: ClassroomDetail }
  | { kind: 'event'; event: ClassroomEvent }
  | { kind: 'archive'; archive: Archive }
  | { kind: 'series'; series: SeriesDetail }
  | { kind: 'user'; user: UserProfile }
  | { kind: 'category'; category: Category };

/**
 * Finds what a page is about in its prefetched answers; undefined when they do not contain it. Null for a private
 * classroom: a pasted link with its key must reveal nothing.
 */
export function subjectOf(answers: PrefetchedAnswers | undefined, pathname: string): PageSubject | null | undefined {
  const answerOf = (name: string) => answers?.calls.find(({ call }) => call === name)?.answer;
  const { data: classroom } = contract.getClassroom.response.safeParse(answerOf('getClassroom'));
  if (classroom) return classroom.privateMode ? null : { kind: 'classroom', classroom };
  const { data: event } = contract.getEvent.response.safeParse(answerOf('getEvent'));
  if (event) return { kind: 'event', event };
  const { data: archive } = contract.getArchive.response.safeParse(answerOf('getArchive'));
  if (archive) return { kind: 'archive', archive };
  const { data: series } = contract.getSeries.response.safeParse(answerOf('getSeries'));
  if (series) return { kind: 'series', series };
  const { data: user } = contract.getUser.response.safeParse(answerOf('getUser'));
  if (user) return { kind: 'user', user };
  const categoryId = matchPattern(paths.category.pattern, pathname)?.id;
  const { data: categories } = contract.listCategories.response.safeParse(
    categoryId === undefined ? undefined : answerOf('listCategories'),
  );
  const category = categories?.categories.find(({ id }) => id === categoryId);
  return category && { kind: 'category', category };
}

/**
 * Whether search engines may index the page at a pattern about this subject. Of users only professionals are found from
 * outside, because anyone else may be a child; a profile whose answer is late counts as not professional. A certificate
 * is for those to whom its owner shows it.
 */
export function isIndexable(pattern: string, subject: PageSubject | null | undefined): boolean {
  if (pattern === paths.user.pattern) return subject?.kind === 'user' && subject.user.isProfessional;
  return subject !== null && pattern !== paths.certificate.pattern;
}
