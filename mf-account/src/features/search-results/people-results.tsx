import { type SlotParams, useNow } from '@manabiba/shared/platform';
import { PeopleGrid } from '@manabiba/shared/ui/people-grid';

import { PersonRow } from '../../core/person-row';
import { professionalNote } from '../../core/when';

/** Professionals found by a search, with their next classroom. */
export function ProfessionalResults({ items }: SlotParams<'search-results-professional'>) {
  const now = useNow(60_000);
  return (
    <PeopleGrid>
      {items.map((user) => (
        <PersonRow key={user.id} user={user} note={professionalNote(user, now)} />
      ))}
    </PeopleGrid>
  );
}

/** All other people found by a search. */
export function PersonResults({ items }: SlotParams<'search-results-person'>) {
  return (
    <PeopleGrid>
      {items.map((user) => (
        <PersonRow key={user.id} user={user} />
      ))}
    </PeopleGrid>
  );
}
