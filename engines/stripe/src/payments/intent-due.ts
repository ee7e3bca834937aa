import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { fail, succeed } from './outcomes';
import { cancelIntent } from './payment-intents';

const EXPIRED = {
  code: 'payment_intent_payment_attempt_expired',
  message: 'The customer did not pay before the deadline.',
};

/** Processes a due intent: a deadline has passed, a delay is over, or a hold has expired. */
export async function intentDue(work: Work, intent: Kinds['payment_intent']): Promise<void> {
  const methodId = idOf(intent.payment_method);
  const method = methodId === null ? undefined : await work.get('payment_method', methodId);
  if (intent.status === 'processing' && method) await succeed(work, intent, method);
  else if (intent.status === 'requires_action' && method)
    await fail(work, intent, method, EXPIRED, { isCharged: false });
  else if (intent.status === 'requires_capture') await cancelIntent(work, intent, 'automatic');
  else work.save<'payment_intent'>(Object.assign(intent, { _dueAt: null }));
}
