import type { FunnelLabel } from '@manabiba/shared/analytics/funnel';

/** The label of the event's primary button at each funnel step. */
export const funnelAction: Record<FunnelLabel, string> = {
  JoinEvent: '参加する',
  Subscription: 'プランに登録',
  PurchaseEvent: 'チケットを購入',
  CreateAccount: 'アカウントを作成',
};
