import { TZDate } from '@date-fns/tz';
import type { StripeCard } from '@manabiba/shared/contract/plans';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { DEFAULT_TIME_ZONE } from '../../platform/moments';
import type { Card } from './provider/provider-subscription';
import type { SubscriptionProvider } from './provider/subscription-provider';
import type { CustomerRow, TrialsRepository } from './trials.repository';

const WRONG_CARD = 'このカードはご利用いただけません。カード情報を入力し直してください。';

export interface CardOnFile {
  customerId: string;
  cardId: string | null;
}

export type CardsService = ReturnType<typeof createCardsService>;

/** Users as customers of the payment provider, and their card on file. */
export function createCardsService({ trials, clock }: { trials: TrialsRepository; clock: Clock }) {
  return {
    /** Returns the card that pays for the plan. */
    async get(userId: string): Promise<{ card: StripeCard | null }> {
      const customer = await trials.findCustomer(userId);
      return { card: customer ? toStripeCard(customer, clock.now()) : null };
    },

    /**
     * Returns the user's customer id and card on file, with a null card once it has expired; undefined for a user who
     * never gave one.
     */
    async onFile(userId: string): Promise<CardOnFile | undefined> {
      const customer = await trials.findCustomer(userId);
      if (!customer) return undefined;
      const card = toStripeCard(customer, clock.now());
      return {
        customerId: customer.provider_customer_id,
        cardId: card === null || card.isExpired ? null : customer.payment_method_id,
      };
    },

    /** Finds a newly entered card; throws `invalid` for an unknown id. */
    async find(provider: SubscriptionProvider, paymentMethodId: string): Promise<Card> {
      const card = await provider.findCard(paymentMethodId);
      if (!card) throw new AppError('invalid', { fields: { paymentMethodId: WRONG_CARD } });
      return card;
    },

    /** Returns the user's customer id at the provider, if any. */
    customerIdOf: async (userId: string): Promise<string | null> =>
      (await trials.findCustomer(userId))?.provider_customer_id ?? null,

    /** Returns the user's customer id at the provider and creates the customer on first use. */
    async customerOf(
      provider: SubscriptionProvider,
      person: { userId: string; name: string; email: string | null },
    ): Promise<string> {
      const known = await trials.findCustomer(person.userId);
      if (known) return known.provider_customer_id;
      return trials.insertCustomer(person.userId, await provider.createCustomer(person), clock.now());
    },

    /** Makes a card the default. Throws `card_declined`, or `invalid` for the card of another customer. */
    async use(provider: SubscriptionProvider, customerId: string, card: Card): Promise<void> {
      const outcome = await provider.useCard(customerId, card);
      if (outcome === 'declined') throw new AppError('card_declined');
      if (outcome === 'refused') throw new AppError('invalid', { fields: { paymentMethodId: WRONG_CARD } });
    },

    /** Saves the card as the user's card on file. */
    remember: (userId: string, card: Card): Promise<void> => trials.setCard(userId, card, clock.now()),
  };
}

function toStripeCard(row: CustomerRow, now: Date): StripeCard | null {
  const { card_brand: brand, card_last4: last4, card_exp_month: expMonth, card_exp_year: expYear } = row;
  if (brand === null || last4 === null || expMonth === null || expYear === null) return null;
  // A card is valid until the end of its expiry month.
  return { brand, last4, expMonth, expYear, isExpired: now >= new TZDate(expYear, expMonth, 1, DEFAULT_TIME_ZONE) };
}
