import { isApiError, showMessageFor } from '@manabiba/shared/platform';
import { type FormEvent, useState } from 'react';

interface ProofFormOptions {
  /** The field of the call, which its errors name. */
  name: 'code' | 'currentPassword';
  /** What an empty field says. */
  empty: string;
  send: (value: string) => Promise<void>;
}

/** A form with one field that proves who the user is. Keeps the typed text when it is wrong. */
export function useProofForm({ name, empty, send }: ProofFormOptions) {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  async function trySending() {
    setIsSending(true);
    try {
      await send(name === 'code' ? value.trim() : value);
    } catch (failure) {
      const message = messageOf(failure, name);
      if (message === undefined) showMessageFor(failure);
      setError(message);
    } finally {
      setIsSending(false);
    }
  }

  return {
    value,
    error,
    isSending,
    change(typed: string) {
      setValue(typed);
      setError(undefined);
    },
    handleSubmit(event: FormEvent) {
      event.preventDefault();
      if (isSending) return;
      if (value.trim() === '') setError(empty);
      else void trySending();
    },
  };
}

function messageOf(failure: unknown, name: string): string | undefined {
  if (!isApiError(failure)) return undefined;
  const { code, fields, retryAfterSeconds = 60 } = failure;
  if (code === 'rate_limited')
    return `入力が続いたため、あと${Math.ceil(retryAfterSeconds / 60)}分ほどお待ちください。`;
  return fields[name];
}
