import { useState } from 'react';

import { fieldErrorsOf } from './field-errors';

/** Carries out the call of a form. Errors of fields are returned by field; others are shown as a message. */
export function useFieldsCall<Field extends string>(fields: readonly Field[]) {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});

  /** Resolves to the answer of `call`, or to null when it failed. */
  async function submit<T>(call: () => Promise<T>): Promise<{ answer: T } | null> {
    setErrors({});
    try {
      return { answer: await call() };
    } catch (error) {
      setErrors(fieldErrorsOf(error, fields));
      return null;
    }
  }
  return { errors, submit };
}
