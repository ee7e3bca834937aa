import { usePageTitle } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { PlanConfirm } from '../features/plan-confirm/plan-confirm';

import styles from './plan-confirm-page.module.css';

/** /plans/confirm?plan=…&coupon=… */
export function PlanConfirmPage() {
  usePageTitle('プランの最終確認');
  return (
    <PageBody className={styles.page}>
      <PlanConfirm />
    </PageBody>
  );
}
