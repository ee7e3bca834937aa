import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { Reports } from '../features/reports/reports';

/** /staff/reports, for the staff only */
export function ReportsPage() {
  usePageTitle('通報');
  return (
    <StaffGate>
      <Reports />
    </StaffGate>
  );
}
