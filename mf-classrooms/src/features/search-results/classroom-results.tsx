import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { SearchResultsParams } from '@manabiba/shared/platform';

import { useCategories } from '../../core/classroom/use-categories';
import { Agenda } from '../../core/timetable/agenda';

/** Classrooms that a search has found, as every list of many days shows them. */
export function ClassroomResults(params: Record<string, unknown>) {
  const { items } = params as unknown as SearchResultsParams<Classroom>;
  const { categoryName } = useCategories();
  return <Agenda classrooms={items} categoryName={categoryName} />;
}
