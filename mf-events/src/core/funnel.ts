import type { Me } from '@manabiba/shared/contract/users';

/** How far somebody is on the way to a seat, in the words of the analytics funnel. */
export type FunnelLabel = 'JoinEvent' | 'Subscription' | 'PurchaseEvent' | 'CreateAccount';

/**
 * Which step of the funnel this person is at. A plan outranks age: a student who subscribes simply joins.
 */
export function funnelLabel(me: Me): FunnelLabel {
  if (me.role === 'anonymous') return 'CreateAccount';
  if (me.isSubscribed) return 'JoinEvent';
  return me.isStudentAge ? 'Subscription' : 'PurchaseEvent';
}

/** What the one button of an event says at each step. */
export const funnelAction: Record<FunnelLabel, string> = {
  JoinEvent: '参加する',
  Subscription: 'プランに登録',
  PurchaseEvent: 'チケットを購入',
  CreateAccount: 'アカウントを作成',
};
