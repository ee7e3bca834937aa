import { type SlotParams, useNow } from '@manabiba/shared/platform';

import { PeopleGrid } from '../../core/people-grid';
import { PersonRow } from '../../core/person-row';
import { nextClassroomNote } from '../../core/when';

/** Professionals that a search has found, with their next classroom. */
export function ProfessionalResults({ items }: SlotParams<'search-results-professional'>) {
  const now = useNow(60_000);
  return (
    <PeopleGrid>
      {items.map((user) => (
        <PersonRow key={user.id} user={user} note={nextClassroomNote(user.nextClassroomAt, now)} />
      ))}
    </PeopleGrid>
  );
}

/** Everybody else that a search has found. */
export function PersonResults({ items }: SlotParams<'search-results-person'>) {
  return (
    <PeopleGrid>
      {items.map((user) => (
        <PersonRow key={user.id} user={user} />
      ))}
    </PeopleGrid>
  );
}
