import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count } from './primitives';

/** Everything that is measured; nothing else ever is. */
export const analyticsNames = [
  'view_top',
  'view_classroom',
  'view_event',
  'view_archive',
  'view_profile',
  'view_plans',
  'view_signin',
  'view_checkout',
  'click_create_classroom',
  'click_join_classroom',
  'click_reserve_classroom',
  'click_follow',
  'click_share',
  'click_event_cta',
  'click_plan_cta',
  'click_watch_archive',
  'click_bell',
  'click_close_notice',
  'form_fill_signup',
  'form_fill_signin',
  'form_fill_create_classroom',
  'form_fill_checkout',
  'form_fill_subscription',
  'form_fill_profile',
  'form_fill_resubmission',
] as const;
/** The labels of the user's funnel step. */
export const funnelLabels = ['JoinEvent', 'Subscription', 'PurchaseEvent', 'CreateAccount'] as const;

const analyticsEvent = z.object({ name: z.enum(analyticsNames), label: z.enum(funnelLabels) });
export type AnalyticsEvent = z.output<typeof analyticsEvent>;

export const recordAnalytics = endpoint({
  name: 'recordAnalytics',
  isExtension: true,
  method: 'POST',
  path: '/analytics_events',
  summary:
    'Records analytics events from the fixed list for a user or visitor who has consented. Rejects users aged 12 or under.',
  access: { session: 'public', refuses: { child: 'age_restricted' }, whileResubmitting: true },
  body: z.strictObject({ events: z.array(analyticsEvent).check(z.minLength(1), z.maxLength(50)) }),
  response: null,
  maxRetries: 0,
  errors: ['unauthenticated'],
});

/** The number of days counted, including today. */
export const ANALYTICS_DAYS = 30;
const analyticsCount = z.object({
  /** In Japan's calendar. */
  day: z.iso.date(),
  name: z.enum(analyticsNames),
  label: z.enum(funnelLabels),
  count,
});
export type AnalyticsCount = z.output<typeof analyticsCount>;

export const listAnalyticsCounts = endpoint({
  name: 'listAnalyticsCounts',
  isExtension: true,
  method: 'GET',
  path: '/staff/analytics',
  summary:
    'Returns the number of analytics events of each of the last 30 days by name and label; days and names without events are left out.',
  access: { session: 'staff' },
  response: z.object({ today: z.iso.date(), items: z.array(analyticsCount) }),
  errors: [],
});
