import { useState } from 'react';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { isApiError } from '@manabiba/shared/platform';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import { dropVisitorSession, enterSession } from '../../app/enter-session';

/**
 * Sends a form that lets somebody in, and lets them in.
 *
 * A refusal is told at the fields that it names, else above the form (`message`); what was typed stays.
 */
export function useEntrance<Form extends FieldValues>(fields: ReadonlyArray<Path<Form>>, setError: UseFormSetError<Form>) {
  const store = useSessionStore();
  const [message, setMessage] = useState<string>();

  const enter = async (call: () => Promise<{ user: SignedInMe }>) => {
    setMessage(undefined);
    dropVisitorSession();
    try {
      const { user } = await call();
      enterSession(store, user);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const named = fields.filter((field) => error.fields[field]);
      for (const field of named) setError(field, { type: 'server', message: error.fields[field] }, { shouldFocus: field === named[0] });
      if (named.length === 0) setMessage(error.message);
    }
  };
  return { enter, message };
}
