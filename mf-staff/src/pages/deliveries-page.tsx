import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { Deliveries } from '../features/deliveries/deliveries';

/** /staff/deliveries, for the staff only */
export function DeliveriesPage() {
  usePageTitle('お知らせの配信');
  return (
    <StaffGate>
      <Deliveries />
    </StaffGate>
  );
}
