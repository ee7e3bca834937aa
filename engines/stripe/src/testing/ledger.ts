import type { Stripe } from 'stripe';

type Options = { stripeAccount: string } | undefined;

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of list) found.push(each);
  return found;
}

const total = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((sum, item) => sum + of(item), 0);

/**
 * What the objects say that an account has, and what its balance says. They must be equal to the yen: what was charged,
 * less refunds, fees, transfers and payouts.
 */
export async function ledger(stripe: Stripe, account?: string) {
  const options: Options = account === undefined ? undefined : { stripeAccount: account };
  const page = { limit: 100 };
  const [charges, refunds, transfers, payouts, entries, fees] = await Promise.all([
    all(stripe.charges.list(page, options)),
    all(stripe.refunds.list(page, options)),
    all(stripe.transfers.list(page, options)),
    all(stripe.payouts.list(page, options)),
    all(stripe.balanceTransactions.list(page, options)),
    all(stripe.applicationFees.list(page, options)),
  ]);
  const isOut = ({ status }: Stripe.Payout) => status !== 'failed' && status !== 'canceled';
  const byObjects =
    total(charges, ({ amount_captured: captured }) => captured) -
    total(refunds, ({ amount, status }) => (status === 'canceled' ? 0 : amount)) -
    total(transfers, ({ amount, amount_reversed: back }) => amount - back) -
    total(payouts.filter(isOut), ({ amount }) => amount) -
    total(entries, ({ fee }) => fee) +
    total(fees, ({ amount, amount_refunded: back }) => amount - back) +
    // The platform's fees are the platform's objects; the account sees what came back in its balance only.
    (account
      ? total(
          entries.filter(({ type }) => type === 'application_fee_refund'),
          ({ amount }) => amount,
        )
      : 0);
  const { available, pending } = await stripe.balance.retrieve(undefined, options);
  return { byObjects, byBalance: total([...available, ...pending], ({ amount }) => amount), charges, refunds };
}
