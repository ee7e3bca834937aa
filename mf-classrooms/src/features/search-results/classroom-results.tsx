import type { SlotParams } from '@manabiba/shared/platform';

import { useCategories } from '../../core/classroom/use-categories';
import { Agenda } from '../../core/timetable/agenda';

/** Classrooms that a search has found, as every list of many days shows them. */
export function ClassroomResults({ items }: SlotParams<'search-results-classroom'>) {
  const { categoryName } = useCategories();
  return <Agenda classrooms={items} categoryName={categoryName} />;
}
