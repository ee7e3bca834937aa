import type { Plan } from '@manabiba/shared/contract/plans';
import { formatCount } from '@manabiba/shared/format/count';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths } from '@manabiba/shared/platform';
import { Panel } from '@manabiba/shared/ui/panel';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import type { ReactNode } from 'react';

import type { AppliedCoupon } from '../../core/plans/applied-coupon';
import { taxIn } from '../../core/plans/plan-words';

import styles from './plan-confirm.module.css';

interface OrderPanelProps {
  plan: Plan;
  trialDays: number;
  coupon: AppliedCoupon | null;
  children: ReactNode;
}

/** The summary: the order, the amount due today, and the confirm button. */
export function OrderPanel({ plan, trialDays, coupon, children }: OrderPanelProps) {
  const lines = [
    { name: `${plan.name}${plan.name.includes('払い') ? '' : '(月払い)'}`, value: formatYen(plan.price) },
    { name: 'うち消費税(10%)', value: formatYen(taxIn(plan.price)), isSoft: true },
    ...(coupon ? [{ name: `クーポン ${coupon.code}`, value: `${trialDays}日間無料` }] : []),
    ...(trialDays > 0 && !coupon ? [{ name: '無料体験', value: `${trialDays}日間無料` }] : []),
  ];
  return (
    <Panel className={styles.order}>
      <h2>お申し込み内容</h2>
      <dl className={styles.bill}>
        {lines.map(({ name, value, isSoft }) => (
          <div key={name} className={isSoft ? styles.soft : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>
            今日のお支払い<small>(税込)</small>
          </dt>
          <dd>
            {formatCount(trialDays > 0 ? 0 : plan.price)}
            <small>円</small>
          </dd>
        </div>
      </dl>
      {children}
      <p className={styles.note}>
        <Link className={textLinkClass} to={paths.law.href()}>
          特定商取引法に基づく表記
        </Link>
        と
        <Link className={textLinkClass} to={paths.termsOfUse.href()}>
          利用規約
        </Link>
        をご確認ください。
      </p>
    </Panel>
  );
}
