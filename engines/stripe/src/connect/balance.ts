import { invalid } from '../http/stripe-error';
import { CURRENCY } from '../params/shared-rules';
import type { Work } from '../work/work';

/** Returns the balance of an account: available and pending. */
export async function balanceOf(work: Work): Promise<{ available: number; pending: number }> {
  const sum = (until: number) => work.transaction.sum(work.account, 'balance_transaction', until);
  const [available, all] = [await sum(work.now), await sum(Number.MAX_SAFE_INTEGER)];
  return { available, pending: all - available };
}

/**
 * Throws 400 `balance_insufficient` unless the amount is available. Locks the balance until the end of the transaction.
 */
export async function takeFromBalance(work: Work, amount: number): Promise<void> {
  await work.transaction.lock(`balance/${work.account}`);
  const { available } = await balanceOf(work);
  if (available < amount)
    throw invalid(
      `You have insufficient available funds in your Stripe account.. The available balance is ¥${available}.`,
      'balance_insufficient',
      'amount',
    );
}

export async function balanceAnswer(work: Work): Promise<object> {
  const { available, pending } = await balanceOf(work);
  const part = (amount: number) => [{ amount, currency: CURRENCY, source_types: { card: amount } }];
  return { object: 'balance', available: part(available), livemode: false, pending: part(pending) };
}
