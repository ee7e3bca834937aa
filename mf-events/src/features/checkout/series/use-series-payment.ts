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
/** Why no seats could be held, of whichever date it was: the refetched series shows that. */
const sentences: Partial<Record<ErrorCode, string>> = {
  sold_out: `満席になった回があるため、お席を確保できませんでした。${UNPAID}`,
  already: `申込済みの回が含まれています。${UNPAID}`,
  not_open: `販売が始まっていない回が含まれています。${UNPAID}`,
  ended: `販売が終了した回が含まれています。${UNPAID}`,
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
      const error = isApiError(reason) && sentences[reason.code];
      if (error) return { error };
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
