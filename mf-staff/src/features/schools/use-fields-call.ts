import { isApiError, showMessageFor } from '@manabiba/shared/platform';
import { useState } from 'react';

/** Carries out the call of a form. Errors of fields are returned by field; others are shown as a message. */
export function useFieldsCall<Field extends string>(fields: readonly Field[]) {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});

  /** Resolves to the answer of `call`, or to null when it failed. */
  async function submit<T>(call: () => Promise<T>): Promise<{ answer: T } | null> {
    setErrors({});
    try {
      return { answer: await call() };
    } catch (error) {
      const named = isApiError(error) ? fields.filter((field) => error.fields[field]) : [];
      if (!isApiError(error) || named.length === 0) showMessageFor(error);
      else setErrors(Object.fromEntries(named.map((field) => [field, error.fields[field]])) as typeof errors);
      return null;
    }
  }
  return { errors, submit };
}
