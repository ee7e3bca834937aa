import { missing, StripeError } from './http/stripe-error';
import { completeRefund } from './money/refunds';
import { intentDue } from './payments/confirm';
import type { DueHandlers } from './time/run-due';
import { listAnswer } from './work/lists';
import type { Includable } from './work/render';
import type { Hooks } from './work/work';

/** What one noun does when another one changes. */
export const hooks: Hooks = {
  atClock: async (_work, clockId) => {
    throw new StripeError({ ...missing('test_clock', clockId, 'test_clock').details, status: 400 });
  },
  intentChanged: async () => undefined,
  setupSucceeded: async () => undefined,
  chargeCaptured: async () => undefined,
  chargeRefunded: async () => undefined,
  checkDestination: async (_work, accountId) => {
    throw new StripeError({ ...missing('destination', accountId, 'transfer_data[destination]').details, status: 400 });
  },
  customerDeleted: async () => undefined,
};

/** What objects do when their time has come. */
export const dueHandlers: DueHandlers = {
  payment_intent: intentDue,
  refund: completeRefund,
  balance_transaction: async (work, entry) => {
    work.save<'balance_transaction'>(Object.assign(entry, { status: 'available', _dueAt: null }));
  },
};

/** Fields that objects have only when a caller expands them. */
export const includable: Includable = {
  charge: {
    refunds: async (work, { id }) =>
      listAnswer(
        `/v1/charges/${String(id)}/refunds`,
        await work.list({ kind: 'refund', keys: [`charge:${String(id)}`] }),
      ),
  },
};
