import { type ApiError, isApiError } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

/** What a call was refused with, for pages whose forms say it in words of their own. */
export function useRefusal() {
  const [refusal, setRefusal] = useState<ApiError>();
  const isBusy = useRef(false);
  const attempt = async (act: () => Promise<void>) => {
    // Pressed twice, or by Enter and the button, it is sent once.
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
