import type { Subscription } from '@manabiba/shared/contract/plans';
import { Badge, type BadgeProps } from '@manabiba/shared/ui/badge';

import { planTitle } from '../../core/plans/plan-words';

import styles from './plan-settings.module.css';

/** The name of a plan and its status. */
export function PlanHead({ subscription, tone, children }: BadgeProps & { subscription: Subscription }) {
  return (
    <p className={styles.head}>
      <strong>{planTitle(subscription.plan)}</strong>
      <Badge tone={tone}>{children}</Badge>
    </p>
  );
}
