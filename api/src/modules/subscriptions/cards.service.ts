import type { StripeCard } from '@manabiba/shared/contract/plans';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Card } from './provider/provider-subscription';
import type { SubscriptionProvider } from './provider/subscription-provider';
import type { CustomerRow, TrialsRepository } from './trials.repository';

const JAPAN_OFFSET_MS = 9 * 3_600_000;
const WRONG_CARD = 'このカードはご利用いただけません。カード情報を入力し直してください。';

export type CardsService = ReturnType<typeof createCardsService>;

/** People as customers of the payment provider, and the card on file. */
export function createCardsService({ trials, clock }: { trials: TrialsRepository; clock: Clock }) {
  return {
    /** The card from which the plan is paid. */
    async get(userId: string): Promise<{ card: StripeCard | null }> {
      const customer = await trials.findCustomer(userId);
      return { card: customer ? toStripeCard(customer, clock.now()) : null };
    },

    /** A card that somebody has just given; `invalid` when the provider knows none of that id. */
    async find(provider: SubscriptionProvider, paymentMethodId: string): Promise<Card> {
      const card = await provider.findCard(paymentMethodId);
      if (!card) throw new AppError('invalid', { fields: { paymentMethodId: WRONG_CARD } });
      return card;
    },

    /** The person at the provider, if there is one. */
    customerIdOf: async (userId: string): Promise<string | null> =>
      (await trials.findCustomer(userId))?.provider_customer_id ?? null,

    /** The person at the provider, made there when it is the first time. */
    async customerOf(
      provider: SubscriptionProvider,
      person: { userId: string; name: string; email: string | null },
    ): Promise<string> {
      const known = await trials.findCustomer(person.userId);
      if (known) return known.provider_customer_id;
      return trials.insertCustomer(person.userId, await provider.createCustomer(person), clock.now());
    },

    /** Makes a card the one that the person pays with. Throws `card_declined`, or `invalid` for somebody else's. */
    async use(provider: SubscriptionProvider, customerId: string, card: Card): Promise<void> {
      const outcome = await provider.useCard(customerId, card);
      if (outcome === 'declined') throw new AppError('card_declined');
      if (outcome === 'refused') throw new AppError('invalid', { fields: { paymentMethodId: WRONG_CARD } });
    },

    /** Writes down the card that the person pays with. */
    remember: (userId: string, card: Card): Promise<void> => trials.setCard(userId, card, clock.now()),
  };
}

function toStripeCard(row: CustomerRow, now: Date): StripeCard | null {
  const { card_brand: brand, card_last4: last4, card_exp_month: expMonth, card_exp_year: expYear } = row;
  if (brand === null || last4 === null || expMonth === null || expYear === null) return null;
  // A card is good until its month is over.
  const endOfMonth = Date.UTC(expYear, expMonth, 1) - JAPAN_OFFSET_MS;
  return { brand, last4, expMonth, expYear, isExpired: now.getTime() >= endOfMonth };
}
