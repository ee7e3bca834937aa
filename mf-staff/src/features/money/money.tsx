import { StaffFrame } from '../../core/staff-frame';
import { CouponsSection } from './coupons-section';
import { LedgerSection } from './ledger-section';
import { PayoutsSection } from './payouts-section';
import { PlansSection } from './plans-section';
import { RefundsSection } from './refunds-section';
import { SeatsSection } from './seats-section';

import styles from './money.module.css';

/** Refunds out of policy, the checks of money and seats, transfers that do not arrive, plans and coupons. */
export function Money() {
  return (
    <StaffFrame title="お支払いと振込">
      <div className={styles.parts}>
        <RefundsSection />
        <LedgerSection />
        <SeatsSection />
        <PayoutsSection />
        <PlansSection />
        <CouponsSection />
      </div>
    </StaffFrame>
  );
}
