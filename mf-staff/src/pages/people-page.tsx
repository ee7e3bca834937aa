import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { People } from '../features/people/people';

/** /staff/people, for the staff only */
export function PeoplePage() {
  usePageTitle('利用者');
  return (
    <StaffGate>
      <People />
    </StaffGate>
  );
}
