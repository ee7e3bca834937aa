import type { AnalyticsEvent } from '../contract/analytics';
import type { Me } from '../contract/users';

/** How far the user is on the way to a seat. */
export type FunnelLabel = AnalyticsEvent['label'];

/** Returns the user's funnel step. A plan takes precedence over age: a student who subscribes simply joins. */
export function funnelLabel(me: Me): FunnelLabel {
  if (me.role === 'anonymous') return 'CreateAccount';
  if (me.isSubscribed) return 'JoinEvent';
  return me.isStudentAge ? 'Subscription' : 'PurchaseEvent';
}
