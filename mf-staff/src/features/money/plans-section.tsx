import type { StaffPlan } from '@manabiba/shared/contract/staff-plans';
import { listStaffPlans, setPlanSale } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense, useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { numberClass, StaffTable } from '../../core/staff-table';
import { useDialogCall } from '../../core/use-dialog-call';

import styles from './money.module.css';

const ChangePriceDialog = lazy(() =>
  import('./change-price-dialog').then((module) => ({ default: module.ChangePriceDialog })),
);

const columns = ['プラン', '料金', '相手', '無料期間', '利用中', '状態', '操作'] as const;
const audienceWords: Readonly<Record<StaffPlan['audience'], string>> = {
  student: '24歳以下',
  adult: '25歳以上',
  all: '全員',
};
const intervalWords: Readonly<Record<StaffPlan['interval'], string>> = { month: '月', year: '年' };

/** The plans, and whether each is open to new subscribers. */
export function PlansSection() {
  const { data, error, isRefreshing, retry } = useEndpoint(listStaffPlans, {}, { maxAgeSeconds: 0 });
  const [selected, setSelected] = useState<StaffPlan | null>(null);
  const [priced, setPriced] = useState<StaffPlan | null>(null);
  return (
    <section aria-labelledby="plans-title" className={styles.part}>
      <h2 id="plans-title">プラン</h2>
      {data ? (
        <StaffTable columns={columns} numbers={['料金', '利用中']}>
          {data.items.map((plan) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              onChange={() => setSelected(plan)}
              onChangePrice={() => setPriced(plan)}
            />
          ))}
        </StaffTable>
      ) : error ? (
        <ErrorState title="プランを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      ) : (
        <SkeletonRows count={3} isRuled />
      )}
      {selected && <SaleDialog plan={selected} onClose={() => setSelected(null)} />}
      {priced && (
        <Suspense>
          <ChangePriceDialog plan={priced} onClose={() => setPriced(null)} />
        </Suspense>
      )}
    </section>
  );
}

const saleAction = ({ isOnSale }: StaffPlan) => (isOnSale ? '販売を終える' : '販売を始める');

interface PlanRowProps {
  plan: StaffPlan;
  onChange: () => void;
  onChangePrice: () => void;
}

function PlanRow({ plan, onChange, onChangePrice }: PlanRowProps) {
  const { name, price, interval, audience, trialDays, isOnSale, subscribers, trials, newPrice } = plan;
  return (
    <tr>
      <td data-label="プラン">{name}</td>
      <td data-label="料金" className={numberClass}>
        {intervalWords[interval]}
        {formatYen(price)}
      </td>
      <td data-label="相手">{audienceWords[audience]}</td>
      <td data-label="無料期間">{trialDays === 0 ? 'なし' : `${trialDays}日`}</td>
      <td data-label="利用中" className={numberClass}>
        {subscribers.toLocaleString('ja-JP')}人
        {trials > 0 && <span>{`(無料体験 ${trials.toLocaleString('ja-JP')}人)`}</span>}
      </td>
      <td data-label="状態">
        <Badge tone={isOnSale ? 'ok' : 'plain'}>{isOnSale ? '販売中' : '販売終了'}</Badge>
      </td>
      <td data-label="操作">
        {newPrice === null ? (
          <span className={styles.acts}>
            <Button size="small" aria-label={`${name}の${saleAction(plan)}`} onClick={onChange}>
              {saleAction(plan)}
            </Button>
            <Button size="small" aria-label={`${name}の料金を変える`} onClick={onChangePrice}>
              料金を変える
            </Button>
          </span>
        ) : (
          `${formatYen(newPrice)}に移行中`
        )}
      </td>
    </tr>
  );
}

function SaleDialog({ plan, onClose }: { plan: StaffPlan; onClose: () => void }) {
  const { id, name, isOnSale } = plan;
  const { run, isRunning } = useEndpointMutation(setPlanSale);
  const { make, reasonError } = useDialogCall({
    done: isOnSale ? '販売を終えました。' : '販売を始めました。',
    onClose,
  });

  return (
    <ReasonDialog
      title={`${name}の${saleAction(plan).replace(/る$/, '')}ますか`}
      label={saleAction(plan)}
      error={reasonError}
      isDanger={isOnSale}
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run({ params: { id }, body: { isOnSale: !isOnSale, reason } }))}
      onClose={onClose}
    >
      <p>
        {isOnSale
          ? '新しく申し込めなくなります。いま利用している方は、そのまま続けられます。'
          : 'プランの一覧に表示され、申し込めるようになります。'}
      </p>
    </ReasonDialog>
  );
}
