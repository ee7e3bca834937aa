import { usePageTitle } from '@manabiba/shared/platform';

import { Reports } from '../features/reports/reports';

/** /staff/reports, for the staff only */
export function ReportsPage() {
  usePageTitle('通報');
  return <Reports />;
}
