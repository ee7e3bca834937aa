import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { Events } from '../features/events/events';

/** /staff/events, for the staff only */
export function EventsPage() {
  usePageTitle('イベント');
  return (
    <StaffGate>
      <Events />
    </StaffGate>
  );
}
