import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { Teams } from '../features/teams/teams';

/** /staff/teams, for the staff only */
export function TeamsPage() {
  usePageTitle('チーム');
  return (
    <StaffGate>
      <Teams />
    </StaffGate>
  );
}
