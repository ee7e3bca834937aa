import { type ApiError, isApiError } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

/** The error of a rejected call, for pages whose forms word it themselves. */
export function useRefusal() {
  const [refusal, setRefusal] = useState<ApiError>();
  const isBusy = useRef(false);
  const attempt = async (act: () => Promise<void>) => {
    // A double submit, by two clicks or by Enter and the button, is sent once.
    if (isBusy.current) return;
    isBusy.current = true;
    setRefusal(undefined);
    try {
      await act();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setRefusal(error);
    } finally {
      isBusy.current = false;
    }
  };
  return { refusal, attempt };
}
