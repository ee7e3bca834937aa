import { StaffFrame } from '../../core/staff-frame';
import { LedgerSection } from './ledger-section';
import styles from './money.module.css';
import { PayoutsSection } from './payouts-section';
import { RefundsSection } from './refunds-section';
import { SeatsSection } from './seats-section';

/** Refunds out of policy, the checks of money and seats, and transfers that do not arrive. */
export function Money() {
  return (
    <StaffFrame title="お金">
      <div className={styles.parts}>
        <RefundsSection />
        <LedgerSection />
        <SeatsSection />
        <PayoutsSection />
      </div>
    </StaffFrame>
  );
}
