import { useState } from 'react';
import { type ApiError, isApiError } from '@manabiba/shared/platform';

/** What a call was refused with, for pages whose forms say it in words of their own. */
export function useRefusal() {
  const [refusal, setRefusal] = useState<ApiError>();
  const attempt = async (act: () => Promise<void>) => {
    setRefusal(undefined);
    try {
      await act();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setRefusal(error);
    }
  };
  return { refusal, attempt };
}
