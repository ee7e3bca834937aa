import { usePageTitle } from '@manabiba/shared/platform';

import { StaffGate } from '../core/staff-session/staff-gate';
import { Money } from '../features/money/money';

/** /staff/money, for the staff only */
export function MoneyPage() {
  usePageTitle('お支払いと振込');
  return (
    <StaffGate>
      <Money />
    </StaffGate>
  );
}
