import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { SecondFactor } from '../features/second-factor/second-factor';

/** /staff/second-factor, for the staff only */
export function SecondFactorPage() {
  usePageTitle('二段階認証');
  return (
    <StaffGate>
      <SecondFactor />
    </StaffGate>
  );
}
