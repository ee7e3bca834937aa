import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { Schools } from '../features/schools/schools';

/** /staff/schools, for the staff only */
export function SchoolsPage() {
  usePageTitle('学校');
  return (
    <StaffGate>
      <Schools />
    </StaffGate>
  );
}
