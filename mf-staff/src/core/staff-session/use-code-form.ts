import { isApiError, showMessageFor } from '@manabiba/shared/platform';
import { type FormEvent, useState } from 'react';

/** A form with one code. Keeps the typed text when the code is wrong. */
export function useCodeForm(send: (code: string) => Promise<void>) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  async function trySending() {
    try {
      await send(code.trim());
    } catch (failure) {
      const message = messageOf(failure);
      if (message === undefined) showMessageFor(failure);
      setError(message);
    }
  }

  return {
    code,
    error,
    change(value: string) {
      setCode(value);
      setError(undefined);
    },
    handleSubmit(event: FormEvent) {
      event.preventDefault();
      if (code.trim() === '') setError('コードを入力してください。');
      else void trySending();
    },
  };
}

function messageOf(failure: unknown): string | undefined {
  if (!isApiError(failure)) return undefined;
  const { code, fields, retryAfterSeconds = 60 } = failure;
  if (code === 'rate_limited')
    return `コードの入力が続いたため、あと${Math.ceil(retryAfterSeconds / 60)}分ほどお待ちください。`;
  return fields['code'];
}
