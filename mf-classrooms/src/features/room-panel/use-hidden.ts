import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useMemo, useState } from 'react';

import { isModerator } from '../../core/room/room-rights';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Returns the hidden participants: those the viewer has blocked, until revealed. Moderators see everyone and are seen
 * by everyone.
 */
export function useHidden(people: readonly RoomUserDoc[] | undefined, blocked: ReadonlySet<string>, role: RoomRole) {
  const [isAskedFor, setIsAskedFor] = useState(false);
  const hidden = useMemo(() => {
    if (isAskedFor || !people || blocked.size === 0 || isModerator(role)) return NOBODY;
    return new Set(people.filter((person) => blocked.has(person.id) && !isModerator(person.role)).map(({ id }) => id));
  }, [people, blocked, role, isAskedFor]);
  return { hidden, show: () => setIsAskedFor(true) };
}
