import type { Plan, Subscription } from '@manabiba/shared/contract/plans';
import type { SignedInMe } from '@manabiba/shared/contract/users';

/** The action that the user can take on a plan, or why there is none. */
export type PlanAction = { kind: 'subscribe' | 'sign-in' | 'change'; label: string } | { kind: 'none'; reason: string };

interface Situation {
  me: SignedInMe | null;
  /** The current plan. */
  running: Subscription | null;
  /** Whether the user is eligible for a trial. */
  isTrialOpen: boolean;
}

const none = (reason: string): PlanAction => ({ kind: 'none', reason });

/** Returns the action of a plan's button for the current viewer. */
export function planAction(plan: Plan, { me, running, isTrialOpen }: Situation): PlanAction {
  const label = isTrialOpen && plan.trialDays > 0 ? '無料体験をはじめる' : 'このプランを選ぶ';
  if (!me) return { kind: 'sign-in', label };
  if (!me.canCommunicateAge) return none('13歳以上の方がお申し込みいただけます。');
  if (running) return changeAction(plan, running, me);
  if (plan.audience === 'student' && !me.isStudentAge) return none('24歳以下の方が対象です。');
  return { kind: 'subscribe', label };
}

function changeAction(plan: Plan, running: Subscription, me: SignedInMe): PlanAction {
  if (running.nextPlan?.id === plan.id) return none('次の更新日から、このプランになります。');
  if (running.planId === plan.id)
    return running.nextPlan ? { kind: 'change', label: 'このプランを続ける' } : none('ご利用中のプランです。');
  if (plan.audience === 'student' && !me.isStudentAge) return none('24歳以下の方が対象です。');
  if (running.manageUrl !== null) return none('変更は、お申し込みになったアプリストアで行えます。');
  if (running.state === 'past_due') return none('お支払いを確認したあとに変更できます。');
  if (running.state === 'will_cancel') return none('設定で解約を取り消すと、変更できます。');
  return { kind: 'change', label: 'このプランに変更する' };
}
