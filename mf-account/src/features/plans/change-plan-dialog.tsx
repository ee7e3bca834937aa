import type { Plan, Subscription } from '@manabiba/shared/contract/plans';
import { updateSubscription } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';

import { planPrice, planTitle } from '../../core/plans/plan-words';

import styles from './plans.module.css';

interface ChangePlanDialogProps {
  plan: Plan;
  running: Subscription;
  onClose: () => void;
}

/** Asks for confirmation before a plan change that applies from the next period. */
export function ChangePlanDialog({ plan, running, onClose }: ChangePlanDialogProps) {
  const { run, isRunning } = useEndpointMutation(updateSubscription);
  const isBack = plan.id === running.planId;

  async function change() {
    try {
      await run({ body: { planId: plan.id } });
      toast.success(isBack ? '今のプランを続けます。' : 'プランの変更を受け付けました。');
      onClose();
    } catch (error) {
      showMessageFor(error);
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={isBack ? 'プランを続ける' : 'プランを変更する'}
      confirmLabel={isBack ? '続ける' : '変更する'}
      cancelLabel="やめる"
      isLoading={isRunning}
      onClose={onClose}
      onConfirm={() => void change()}
    >
      <div className={styles.question}>
        <p>
          {formatDate(running.currentPeriodEnd)}から「{planTitle(plan)}」になり、以後は{planPrice(plan)}
          で自動更新されます。
        </p>
        <p>それまでは今のプランをご利用いただけます。今日のお支払いはありません。</p>
        <p>解約は設定の「ご利用中のプラン」からいつでもできます。</p>
      </div>
    </ConfirmDialog>
  );
}
