import type { SlotParams } from '@manabiba/shared/platform';

import { useCategories } from '../../core/classroom/use-categories';
import { Agenda } from '../../core/timetable/agenda';

/** Classrooms that match a search, in the layout shared by all multi-day lists. */
export function ClassroomResults({ items }: SlotParams<'search-results-classroom'>) {
  const { categoryName } = useCategories();
  return <Agenda classrooms={items} categoryName={categoryName} />;
}
