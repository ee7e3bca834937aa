import { usePageTitle, useParams } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { StaffEventCase } from '../features/events/staff-event-case';

/** /staff/events/{id}, for the staff only */
export function EventPage() {
  const { id = '' } = useParams();
  usePageTitle('イベント');
  return (
    <StaffGate>
      <StaffEventCase id={id} />
    </StaffGate>
  );
}
