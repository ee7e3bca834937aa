import { AppError, notOffered } from '../../platform/app-error';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { ParticipationsService } from '../participations/participations.service';
import type { CardOnFile } from '../subscriptions/cards.service';
import type { ApplyPaymentService } from './apply-payment.service';
import type { PaymentProvider } from './payment-provider';
import type { PaymentRow, PaymentsRepository } from './payments.repository';
import type { ProviderIntent } from './provider-objects';

interface AttemptDeps {
  db: Db;
  payments: Pick<PaymentsRepository, 'lock' | 'update'>;
  provider: PaymentProvider | null;
  participations: Pick<ParticipationsService, 'notePayment' | 'markPendingPayment'>;
  apply: Pick<ApplyPaymentService, 'applyIntent' | 'giveUp'>;
}

/** Who pays, as the provider is told. */
export interface Contact {
  name: string;
  email: string | null;
  onFile?: CardOnFile | undefined;
}

/** A held seat with its payment; the discount is that of all seats of the payment. */
interface Purchase {
  seat: { id: string; hold_expires_at: Date | null; discount: number };
  payment: PaymentRow;
}

/** Purchases that are paid by one intent. */
interface Order {
  contact: Contact;
  purchases: readonly [Purchase, ...Purchase[]];
  /** What the intent is for. */
  description: string;
  payUntil: Date;
}

/** An order, or attempts by another method, for another amount or for other seats, to be cancelled first. */
export type BegunOrder = Order | { replaced: readonly PaymentRow[] };

export type PaymentAttempts = ReturnType<typeof createPaymentAttempts>;

/** Another window of the buyer has given the attempt up while the provider was answering. */
class ReplacedAttempt extends Error {}

function holdUntilOf({ id, hold_expires_at: held }: Purchase['seat'], { konbini }: ProviderIntent): Date {
  const until = konbini ? new Date(konbini.expiresAt) : held;
  if (!until) throw new Error(`The held seat ${id} has no expiry`);
  return until;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Attempts to pay: begins one here and at the provider, then records the provider's answer. After an interruption at any
 * step a repeated call resumes from there: it sends the provider the same idempotency key.
 */
export function createPaymentAttempts({ db, payments, participations, apply, ...deps }: AttemptDeps) {
  function provider(): PaymentProvider {
    if (!deps.provider) throw notOffered();
    return deps.provider;
  }

  /** Cancels an attempt at the provider. Throws `already` when it turns out to have been paid meanwhile. */
  async function end(pending: PaymentRow): Promise<void> {
    if (pending.provider_intent_id === null) return apply.giveUp(pending.id);
    const intent = await provider().cancelIntent(pending.provider_intent_id);
    await apply.applyIntent(intent);
    if (intent.status === 'succeeded') throw new AppError('already');
    if (intent.status !== 'cancelled') throw new AppError('conflict');
  }

  /** Returns the provider's intent of an order: created once, retrieved afterwards. Null: see `createIntent`. */
  async function intentOf({ contact, purchases, description, payUntil }: Order): Promise<ProviderIntent | null> {
    const [{ payment: first }] = purchases;
    if (first.provider_intent_id !== null) return provider().retrieveIntent(first.provider_intent_id);
    return provider().createIntent({
      paymentId: first.id,
      amount: sumOf(purchases.map(({ payment }) => payment.amount)),
      method: first.method,
      description,
      email: contact.email,
      name: contact.name,
      customerId: contact.onFile?.customerId ?? null,
      expiresAt: payUntil,
    });
  }

  /** Begins the payment here and at the provider. Returns null after ending earlier attempts that are in the way. */
  async function attempt(begin: (trx: Trx) => Promise<BegunOrder>) {
    const order = await inTransaction(db, begin);
    if ('replaced' in order) {
      const intents = new Map(order.replaced.map((each) => [each.provider_intent_id ?? each.id, each]));
      for (const each of intents.values()) await end(each);
      return null;
    }
    const intent = await intentOf(order);
    if (intent) return { order, intent };
    // The buyer's data or the sale changed after the answer was lost. Nobody has what is needed to pay that attempt.
    await apply.giveUp(order.purchases[0].payment.id);
    return null;
  }

  /** Records the provider's answer. Returns when the first of the holds expires. Throws `ReplacedAttempt`. */
  async function record({ purchases }: Order, intent: ProviderIntent): Promise<Date> {
    const holds = purchases.map(({ seat }) => holdUntilOf(seat, intent));
    await inTransaction(db, async (trx) => {
      for (const [index, { seat, payment }] of purchases.entries()) {
        await participations.notePayment(trx, seat.id, { intentId: intent.id, method: payment.method });
        const holdUntil = holds[index];
        if (intent.konbini && holdUntil)
          await participations.markPendingPayment(trx, seat.id, { konbini: intent.konbini, holdUntil });
        if ((await payments.lock(trx, payment.id))?.state === 'cancelled') throw new ReplacedAttempt();
        await payments.update(trx, payment.id, { provider_intent_id: intent.id });
      }
    });
    return holds.reduce((first, each) => (each < first ? each : first));
  }

  /** Does the same; nobody gets what is needed to pay an attempt that was replaced, whose seats may be others by now. */
  async function recordUnlessReplaced(order: Order, intent: ProviderIntent): Promise<Date> {
    try {
      return await record(order, intent);
    } catch (error) {
      if (!(error instanceof ReplacedAttempt)) throw error;
      await apply.applyIntent(await provider().cancelIntent(intent.id));
      throw new AppError('conflict');
    }
  }

  return {
    provider,

    /** Starts an order, or continues with it. Throws `already` when an earlier attempt has been paid meanwhile. */
    async start(begin: (trx: Trx) => Promise<BegunOrder>) {
      const started = (await attempt(begin)) ?? (await attempt(begin));
      if (!started) throw new AppError('conflict');
      const { order, intent } = started;
      const { onFile } = order.contact;
      return {
        participationId: order.purchases[0].seat.id,
        savedCardId: onFile && intent.customerId === onFile.customerId ? onFile.cardId : null,
        clientSecret: intent.clientSecret,
        amount: sumOf(order.purchases.map(({ payment }) => payment.amount)),
        discount: sumOf(order.purchases.map(({ seat }) => seat.discount)),
        holdExpiresAt: (await recordUnlessReplaced(order, intent)).toISOString(),
      };
    },
  };
}
