import { usePageTitle } from '@manabiba/shared/platform';

import { AuditLog } from '../features/audit-log/audit-log';

/** /staff/audit, for the staff only */
export function AuditPage() {
  usePageTitle('監査ログ');
  return <AuditLog />;
}
