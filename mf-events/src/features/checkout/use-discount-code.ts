import { isApiError } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

import { isUnanswered, paymentError } from './payment-error';

/** A discount code in the checkout. */
export interface DiscountChoice {
  /** What it takes off the price, in yen; 0 without one. */
  amount: number;
  /** Applies a code; null takes the discount back. */
  apply: (code: string | null) => Promise<unknown>;
  isApplying: boolean;
  /** Why the last code does not hold, or could not be taken back. */
  error: string | undefined;
}

/**
 * Applies one code at a time and remembers the last good one.
 *
 * @param send rejects when the code does not hold.
 */
export function useDiscountCode(send: (code: string | null) => Promise<unknown>) {
  const [isApplying, setIsApplying] = useState(false);
  const [error, setError] = useState<string>();
  const good = useRef<string | null>(null);
  /** @param refused the code that was sent; null for a removal, after whose failure the last good one still holds. */
  const refuse = (reason: unknown, refused?: string | null) => {
    if (!isApiError(reason)) throw reason;
    if (refused !== null && !isUnanswered(reason)) good.current = null;
    setError(paymentError(reason));
  };
  /** Returns whether the code holds. */
  const apply = async (code: string | null): Promise<boolean> => {
    setIsApplying(true);
    setError(undefined);
    try {
      await send(code);
      good.current = code;
      return true;
    } catch (reason) {
      refuse(reason, code);
      return false;
    } finally {
      setIsApplying(false);
    }
  };
  return {
    choice: { apply, isApplying, error },
    /** Applies the last good code again, if there is one. Returns whether it holds. */
    repeat: async () => good.current !== null && apply(good.current),
    refuse: (reason: unknown) => refuse(reason),
  };
}
