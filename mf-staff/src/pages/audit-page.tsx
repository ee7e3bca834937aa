import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { AuditLog } from '../features/audit-log/audit-log';

/** /staff/audit, for the staff only */
export function AuditPage() {
  usePageTitle('監査ログ');
  return (
    <StaffGate>
      <AuditLog />
    </StaffGate>
  );
}
