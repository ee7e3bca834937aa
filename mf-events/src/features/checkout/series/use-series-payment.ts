import type { ErrorCode } from '@manabiba/shared/contract/errors';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { createParticipation, createSeriesPaymentIntent } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { isApiError, paths, useConfig, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

import { paySaved, payTyped } from '../pay-by-card';
import { refusalOrThrow, settlementError } from '../payment-error';
import { useAttempt } from '../use-attempt';

const UNPAID = 'お支払いは行われていません。内容をご確認のうえ、もう一度お支払いください。';
/** What follows the api's sentence, which names the date whose seat could not be held. */
const consequences: Partial<Record<ErrorCode, string>> = {
  sold_out: UNPAID,
  // An earlier attempt, whose answer was lost, may have been paid.
  already: '購入が済んでいることがあります。チケットの画面をご確認ください。',
  not_open: UNPAID,
  ended: UNPAID,
};

interface SeriesPaymentOptions {
  seriesId: string;
  eventIds: readonly string[];
  /** What the button names. */
  total: number;
  /** The name on the receipts; empty for the user's own. */
  addressee: string;
  /** Refetches the series. */
  onChanged: () => void;
  /** Gets what became of the seat in the first event. */
  onPaid: (participation: Participation) => void;
}

/** Holds a seat in each event once the buyer pays, since the choice changes until then, and processes the result. */
export function useSeriesPayment(options: SeriesPaymentOptions) {
  const { seriesId, eventIds, total, addressee, onChanged, onPaid } = options;
  const { publicUrl } = useConfig();
  const { run: begin } = useEndpointMutation(createSeriesPaymentIntent);
  const { run: settle } = useEndpointMutation(createParticipation);
  const { attempt, isPaying, refusal } = useAttempt(onChanged);
  const choice = eventIds.join(' ');
  const [held, setHeld] = useState<{ choice: string; until: string }>();
  const params = { id: seriesId };

  const hold = async () => {
    const named = addressee.trim();
    const body = { eventIds: [...eventIds], ...(named !== '' && { addressee: named }) };
    const begun = await begin({ params, body });
    setHeld({ choice, until: begun.holdExpiresAt });
    return begun;
  };

  const pay = async (isSavedCard: boolean, payer: Payer | null): Promise<string | void> => {
    const [first = ''] = eventIds;
    const back = new URL(paths.seriesCheckout.href(params), publicUrl);
    for (const eventId of eventIds) back.searchParams.append('event', eventId);
    const order = { begin: hold, total, returnUrl: back.href };
    const paid = await (isSavedCard ? paySaved(order) : payTyped(payer, order)).catch((reason: unknown) => {
      const consequence = isApiError(reason) && consequences[reason.code];
      if (isApiError(reason) && consequence) return { error: `${reason.message}${consequence}` };
      throw reason;
    });
    if (!paid) return;
    if ('error' in paid) return paid.error;
    // If this fails, the provider's webhook still confirms the seats.
    const settled = await settle({ params: { id: first }, body: { paymentIntentId: paid.intentId } }).catch(
      refusalOrThrow,
    );
    if (isApiError(settled)) return settlementError(settled);
    onPaid(settled);
  };
  return {
    pay: (isSavedCard: boolean, payer: Payer | null) => attempt(() => pay(isSavedCard, payer)),
    isPaying,
    refusal,
    /** When the hold on these dates expires or has expired; null before it begins, and for other dates. */
    holdExpiresAt: held?.choice === choice ? held.until : null,
  };
}
