import type { FunnelLabel } from '@manabiba/shared/analytics/funnel';

/** What the one button of an event says at each step of the funnel. */
export const funnelAction: Record<FunnelLabel, string> = {
  JoinEvent: '参加する',
  Subscription: 'プランに登録',
  PurchaseEvent: 'チケットを購入',
  CreateAccount: 'アカウントを作成',
};
