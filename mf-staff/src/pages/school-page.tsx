import { usePageTitle, useParams } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { School } from '../features/schools/school';

/** /staff/schools/{id}, for the staff only */
export function SchoolPage() {
  const { id = '' } = useParams();
  usePageTitle('学校');
  return (
    <StaffGate>
      <School id={id} />
    </StaffGate>
  );
}
