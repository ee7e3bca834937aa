import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { IdentityReview } from '../features/identity-review/identity-review';

/** /staff, for the staff only */
export function StaffPage() {
  usePageTitle('本人確認');
  return (
    <StaffGate>
      <IdentityReview />
    </StaffGate>
  );
}
