import type { Plan } from '@manabiba/shared/contract/plans';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, paths, track } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Check } from 'lucide-react';
import { useId } from 'react';

import { planAudience, priceUnit } from '../../core/plans/plan-words';
import type { PlanAction } from './plan-action';

import styles from './plans.module.css';

interface PlanOfferProps {
  plan: Plan;
  /** Whether to highlight this plan. */
  isPick: boolean;
  /** Trial days it would start with; 0 for none. */
  trialDays: number;
  action: PlanAction;
  /** The URL of the confirmation page. */
  confirmHref: string;
  onChange: () => void;
}

/** One plan: its price, benefits and action. */
export function PlanOffer({ plan, isPick, trialDays, action, confirmHref, onChange }: PlanOfferProps) {
  const id = useId();
  return (
    <li className={classNames(styles.plan, isPick && styles.pick)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{plan.name}</h2>
        {trialDays > 0 && <Badge tone="action">{trialDays}日間の無料体験</Badge>}
      </div>
      <p className={styles.audience}>{planAudience(plan)}</p>
      <p className={styles.price}>
        {formatCount(plan.price)}
        <small>{priceUnit(plan)}</small>
      </p>
      <ul className={styles.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <Icon icon={Check} />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <Action plan={plan} isPick={isPick} action={action} confirmHref={confirmHref} onChange={onChange} />
    </li>
  );
}

function Action({ plan, isPick, action, confirmHref, onChange }: Omit<PlanOfferProps, 'trialDays'>) {
  const variant = isPick ? 'primary' : 'secondary';
  if (action.kind === 'none') return <p className={styles.reason}>{action.reason}</p>;
  const name = `${action.label}: ${plan.name}`;
  const handleClick = () => track('click_plan_cta');
  if (action.kind === 'change')
    return (
      <Button
        variant={variant}
        isBlock
        aria-label={name}
        onClick={() => {
          handleClick();
          onChange();
        }}
      >
        {action.label}
      </Button>
    );
  const to = action.kind === 'sign-in' ? paths.signIn.href({}, { tab: 'signup', next: confirmHref }) : confirmHref;
  return (
    <Link to={to} className={buttonClass({ variant, isBlock: true })} aria-label={name} onClick={handleClick}>
      {action.label}
    </Link>
  );
}
