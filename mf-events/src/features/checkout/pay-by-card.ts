import { getPaymentConfig } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { callEndpoint } from '@manabiba/shared/platform';

const NOT_THIS_CARD = 'このカードではお支払いいただけません。別のカードをお使いください。';
/** The button named another amount: nothing is charged before the buyer has seen the new one. */
export const NEW_PRICE = { error: '価格が変わりました。金額をご確認のうえ、もう一度お支払いください。' };

interface Order {
  /** Holds the seats and starts the payment. */
  begin: () => Promise<{ clientSecret: string; amount: number; savedCardId: string | null }>;
  /** The amount that the button names. */
  total: number;
  /** Where the provider's page leads back to. */
  returnUrl: string;
}

/** Pays with what is typed into the provider's fields; undefined while that is not valid. */
export async function payTyped(payer: Payer | null, { begin, total, returnUrl }: Order) {
  if (!(await payer?.check())) return undefined;
  const { clientSecret, amount } = await begin();
  if (amount !== total) return NEW_PRICE;
  return payer?.pay({ clientSecret, returnUrl });
}

/** Pays with the card on file. */
export async function paySaved({ begin, total, returnUrl }: Order) {
  const [{ clientSecret, amount, savedCardId: cardId }, config, { payWithSavedCard }] = await Promise.all([
    begin(),
    callEndpoint(getPaymentConfig, {}),
    import('@manabiba/shared/payments/payment-fields'),
  ]);
  if (amount !== total) return NEW_PRICE;
  return cardId === null ? { error: NOT_THIS_CARD } : payWithSavedCard(config, { clientSecret, cardId, returnUrl });
}
