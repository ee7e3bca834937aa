import { followIntent } from './billing/collection';
import { invoiceIncludes } from './billing/invoice-routes';
import { invoiceDue, subscriptionDue } from './billing/renewals';
import { cancelNow } from './billing/subscription-changes';
import { cardSetUp, subscriptionPaid, subscriptionUnpaid } from './billing/subscription-payments';
import { redemptionOver } from './catalogue/coupons';
import { checkDestination } from './connect/accounts';
import { followCapture, followRefund } from './connect/follow-charges';
import { payoutDue } from './connect/payouts';
import { completeRefund } from './money/refunds';
import { intentDue } from './payments/intent-due';
import type { DueHandlers } from './time/run-due';
import { atTestClock } from './time/test-clocks';
import { listAnswer } from './work/lists';
import type { Includable } from './work/render';
import type { Hooks, Work } from './work/work';

/** The effects of one kind of object on another. */
export const hooks: Hooks = {
  atClock: atTestClock,
  intentChanged: followIntent,
  setupSucceeded: cardSetUp,
  invoicePaid: subscriptionPaid,
  invoiceFailed: subscriptionUnpaid,
  chargeCaptured: followCapture,
  chargeRefunded: followRefund,
  checkDestination: async (work, accountId) => void (await checkDestination(work, accountId)),
  customerDeleted: endSubscriptions,
};

async function endSubscriptions(work: Work, { id }: { id: string }): Promise<void> {
  for (const found of await work.list({ kind: 'subscription', keys: [`customer:${id}`, 'isCurrent:true'] }))
    await cancelNow(work, await work.get('subscription', found.id), 'cancellation_requested');
}

/** The handlers of objects that are due. */
export const dueHandlers: DueHandlers = {
  payment_intent: intentDue,
  refund: completeRefund,
  balance_transaction: async (work, entry) => {
    work.save<'balance_transaction'>(Object.assign(entry, { status: 'available', _dueAt: null }));
  },
  subscription: subscriptionDue,
  invoice: invoiceDue,
  coupon: redemptionOver,
  promotion_code: redemptionOver,
  payout: payoutDue,
  account_link: async (work, link) => work.remove(link),
  idempotency_record: async (work, record) => work.remove(record),
};

/** Fields that are present only when expanded. */
export const includable: Includable = {
  charge: {
    refunds: async (work, { id }) =>
      listAnswer(
        `/v1/charges/${String(id)}/refunds`,
        await work.list({ kind: 'refund', keys: [`charge:${String(id)}`] }),
      ),
  },
  customer: {
    subscriptions: async (work, { id }) =>
      listAnswer(
        `/v1/customers/${String(id)}/subscriptions`,
        await work.list({ kind: 'subscription', keys: [`customer:${String(id)}`, 'isCurrent:true'] }),
      ),
  },
  invoice: invoiceIncludes,
};
