import type { SignedInMe } from '@manabiba/shared/contract/users';
import { type ApiError, isApiError } from '@manabiba/shared/platform';
import type { SessionStore } from '@manabiba/shared/session/session-store';
import { createContext, useContext, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

import { enterSession } from '../../session/enter-session';
import { goFirst } from './go-first';

type EntranceCall = () => Promise<{ user: SignedInMe }>;

interface EntranceWays {
  /** Lets somebody in by a call. Rejects with `ApiError`, and nothing has changed then. */
  letIn: (call: EntranceCall) => Promise<void>;
  /** The same for somebody new, who is told what comes next. */
  letNewIn: (call: EntranceCall) => Promise<void>;
}

const EntranceContext = createContext<EntranceWays | null>(null);
export const EntranceProvider = EntranceContext.Provider;

export function useEntranceWays(): EntranceWays {
  const ways = useContext(EntranceContext);
  if (!ways) throw new Error('useEntranceWays is used outside of an EntranceProvider');
  return ways;
}

/** Sends a call that lets somebody in, and lets them in; `before` is told who, while they are still outside. */
export function passEntrance(
  store: SessionStore,
  call: EntranceCall,
  before?: (user: SignedInMe) => void,
): Promise<void> {
  return goFirst(async () => {
    const { user } = await call();
    before?.(user);
    enterSession(store, user);
  });
}

/**
 * Sends a form that lets somebody in.
 *
 * A refusal is told at the fields that it names, else above the form (`message`); what was typed stays.
 */
export function useEntrance<Form extends FieldValues>(
  fields: ReadonlyArray<Path<Form>>,
  setError: UseFormSetError<Form>,
  letIn: EntranceWays['letIn'],
) {
  const [message, setMessage] = useState<string>();
  const isBusy = useRef(false);

  const enter = async (call: EntranceCall) => {
    // Pressed twice, or by Enter and the button, it is sent once.
    if (isBusy.current) return;
    isBusy.current = true;
    setMessage(undefined);
    try {
      await letIn(call);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const named = fields.filter((field) => error.fields[field]);
      for (const field of named)
        setError(field, { type: 'server', message: error.fields[field] }, { shouldFocus: field === named[0] });
      if (named.length === 0) setMessage(sentenceOf(error));
    } finally {
      isBusy.current = false;
    }
  };
  return { enter, message, setMessage };
}

/** Says how long to wait, where the api does. */
function sentenceOf({ code, message, retryAfterSeconds }: ApiError): string {
  if (code !== 'rate_limited' || !retryAfterSeconds) return message;
  return `試した回数が上限に達しました。${Math.ceil(retryAfterSeconds / 60)}分ほど待ってから、もう一度お試しください。`;
}
