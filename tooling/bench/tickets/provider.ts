import { createStripeEngine } from '@manabiba/engine-stripe/engine';
import { memoryStorage } from '@manabiba/engine-stripe/memory-storage';

import { createLedgerRepository } from '../../../api/src/modules/payments/ledger/ledger.repository';
import { compareLedger } from '../../../api/src/modules/payments/ledger/ledger.service';
import { createDb, createPool } from '../../../api/src/platform/database/db';
import { createStripeClient } from '../../../api/src/platform/stripe/stripe-client';

type StripeClient = ReturnType<typeof createStripeClient>;

export const paymentKeys = {
  STRIPE_SECRET_KEY: 'sk_test_forTheBenchOfTickets',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_forTheBenchOfTickets',
  STRIPE_WEBHOOK_SECRET: 'whsec_forTheBenchOfTickets',
};
/** Number of concurrent calls to the engine. */
const AT_ONCE = 16;
/** One in this many payments is declined and abandoned. */
const GIVEN_UP_EVERY = 5;
const RETURN_URL = 'https://manabiba.test/';

interface PaymentBatch {
  payments: string[];
  amount: number;
}

/**
 * The payment engine. On the message `{ payments, amount }` it takes those payments and returns the intents and the
 * events that it would send; on 'ledger' it reports how its books differ from the product's.
 */
export async function runProvider(databaseUrl: string): Promise<void> {
  const engine = await createStripeEngine({
    storage: memoryStorage(),
    keys: { secret: [paymentKeys.STRIPE_SECRET_KEY], publishable: [paymentKeys.STRIPE_PUBLISHABLE_KEY] },
    allowInProduction: true,
  });
  const url = await engine.listen(0);
  const stripe = createStripeClient({ secretKey: paymentKeys.STRIPE_SECRET_KEY, apiUrl: url });
  process.on('message', (message: PaymentBatch | 'ledger') => {
    const answer = message === 'ledger' ? differences(stripe, databaseUrl) : take(stripe, message);
    void answer.then((said) => process.send?.(said));
  });
  process.send?.({ url });
}

async function take(stripe: StripeClient, { payments, amount }: PaymentBatch) {
  const intents: string[] = [];
  const waiting = payments.map((payment, index) => ({ payment, index }));
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { payment, index } = next;
      const { id } = await stripe.paymentIntents.create({
        amount,
        currency: 'jpy',
        allowed_payment_method_types: ['card'],
        metadata: { payment_id: payment },
      });
      intents[index] = id;
      const isPaid = index % GIVEN_UP_EVERY !== 0;
      const card = isPaid ? 'pm_card_visa' : 'pm_card_chargeDeclined';
      const confirmed = stripe.paymentIntents.confirm(id, { payment_method: card, return_url: RETURN_URL });
      if (isPaid) await confirmed;
      else await confirmed.catch(() => stripe.paymentIntents.cancel(id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const events: object[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) events.unshift(event);
  return { intents, events };
}

async function differences(stripe: StripeClient, databaseUrl: string) {
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    return await compareLedger(createLedgerRepository(createDb(pool)), stripe);
  } finally {
    await pool.end();
  }
}
