import { isSignedIn, Link, paths, useMe } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { isRunning } from '../../core/plans/plan-words';
import { ConfirmForm } from './confirm-form';
import { PlanBegun } from './plan-begun';
import { useChoice } from './use-choice';

import styles from './plan-confirm.module.css';

/**
 * The final confirmation of a plan. Shows the running plan to users who already have one, so reloading, going back or a
 * second tab have no effect.
 */
export function PlanConfirm() {
  const me = useMe();
  const choice = useChoice();
  const [isDone, setIsDone] = useState(false);
  const { plan, subscription } = choice;
  if (!isSignedIn(me)) return null;
  if (isRunning(subscription)) return <PlanBegun subscription={subscription} isNew={isDone} />;
  return (
    <>
      <h1 className={styles.title}>最終確認</h1>
      {choice.hasFailed ? (
        <ErrorState title="お申し込みの内容を表示できませんでした。" level={2} onRetry={choice.retry} />
      ) : choice.isLoading ? (
        <SkeletonRows count={6} />
      ) : plan ? (
        <ConfirmForm me={me} plan={plan} choice={choice} onDone={() => setIsDone(true)} />
      ) : (
        <EmptyState
          level={2}
          title="プランが見つかりません。"
          action={
            <Link className={buttonClass({ variant: 'primary' })} to={paths.plans.href()}>
              プランを見る
            </Link>
          }
        >
          もう一度プランをお選びください。
        </EmptyState>
      )}
    </>
  );
}
