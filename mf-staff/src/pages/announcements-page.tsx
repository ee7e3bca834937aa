import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { Announcements } from '../features/announcements/announcements';

/** /staff/announcements, for the staff only */
export function AnnouncementsPage() {
  usePageTitle('お知らせを書く');
  return (
    <StaffGate>
      <Announcements />
    </StaffGate>
  );
}
