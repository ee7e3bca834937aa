import { isApiError } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

import { paymentError } from './payment-error';

/**
 * Runs one attempt at a time and ignores a second click while one is running. Failures become the refusal's message.
 */
export function useAttempt(onRefused: (code: string | undefined) => void) {
  const [isPaying, setIsPaying] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string }>();
  const isBusy = useRef(false);
  const refuse = (reason: unknown) => {
    if (!isApiError(reason)) throw reason;
    setRefusal({ message: paymentError(reason) });
    onRefused(reason.code);
  };
  const attempt = async (act: () => Promise<string | void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsPaying(true);
    setRefusal(undefined);
    try {
      const message = await act();
      if (message) {
        setRefusal({ message });
        onRefused(undefined);
      }
    } catch (reason) {
      refuse(reason);
    } finally {
      isBusy.current = false;
      setIsPaying(false);
    }
  };
  return { attempt, refuse, isPaying, refusal };
}
