import type { Professional } from '@manabiba/shared/contract/events';
import type { User } from '@manabiba/shared/contract/users';
import { type SearchResultsParams, useNow } from '@manabiba/shared/platform';

import { PeopleGrid } from '../../core/people-grid';
import { PersonRow } from '../../core/person-row';
import { nextClassroomNote } from '../../core/when';

/** Professionals that a search has found, with their next classroom. */
export function ProfessionalResults(params: Record<string, unknown>) {
  const { items } = params as unknown as SearchResultsParams<Professional>;
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
export function PersonResults(params: Record<string, unknown>) {
  const { items } = params as unknown as SearchResultsParams<User>;
  return (
    <PeopleGrid>
      {items.map((user) => (
        <PersonRow key={user.id} user={user} />
      ))}
    </PeopleGrid>
  );
}
