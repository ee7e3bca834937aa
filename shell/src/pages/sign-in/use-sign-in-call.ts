import type { SignedInMe } from '@manabiba/shared/contract/users';
import { type ApiError, isApiError } from '@manabiba/shared/platform';
import type { SessionStore } from '@manabiba/shared/session/session-store';
import { createContext, useContext, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

import { enterSession } from '../../session/enter-session';
import { stealSessionLock } from './steal-session-lock';

/** A sign-in, which is sent again with a code where the user has a second factor. */
export type SignInCall = (second?: { code: string }) => Promise<{ user: SignedInMe }>;

export interface SignInActions {
  /** Signs a user in by a call. Rejects with `ApiError` without any change. */
  completeSignIn: (call: SignInCall) => Promise<void>;
  /** The same for a new user, who sees the next steps. */
  completeSignUp: (call: SignInCall) => Promise<void>;
}

const SignInContext = createContext<SignInActions | null>(null);
export const SignInProvider = SignInContext.Provider;

export function useSignInActions(): SignInActions {
  const actions = useContext(SignInContext);
  if (!actions) throw new Error('useSignInActions is used outside of a SignInProvider');
  return actions;
}

/**
 * Sends a sign-in call and shows the user as signed in; `before` receives the user while the page is still the
 * visitor's.
 */
export function signInWithCall(
  store: SessionStore,
  call: SignInCall,
  before?: (user: SignedInMe) => void,
): Promise<void> {
  return stealSessionLock(async () => {
    const { user } = await call();
    before?.(user);
    enterSession(store, user);
  });
}

/**
 * Submits a sign-in form.
 *
 * An error is shown at the fields that it names, otherwise above the form (`message`); typed values stay.
 */
export function useSignInCall<Form extends FieldValues>(
  fields: ReadonlyArray<Path<Form>>,
  setError: UseFormSetError<Form>,
  completeSignIn: SignInActions['completeSignIn'],
) {
  const [message, setMessage] = useState<string>();
  const isBusy = useRef(false);

  function showError(error: unknown) {
    if (!isApiError(error)) throw error;
    const named = fields.filter((field) => error.fields[field]);
    for (const field of named)
      setError(field, { type: 'server', message: error.fields[field] }, { shouldFocus: field === named[0] });
    if (named.length === 0) setMessage(sentenceOf(error));
  }

  const enter = async (call: SignInCall) => {
    // A double submit, by two clicks or by Enter and the button, is sent once.
    if (isBusy.current) return;
    isBusy.current = true;
    setMessage(undefined);
    try {
      await completeSignIn(call);
    } catch (error) {
      showError(error);
    } finally {
      isBusy.current = false;
    }
  };
  return { enter, message, setMessage, showError };
}

/** Returns the waiting time, if the api gives one. */
function sentenceOf({ code, message, retryAfterSeconds }: ApiError): string {
  if (code !== 'rate_limited' || !retryAfterSeconds) return message;
  return `試した回数が上限に達しました。${Math.ceil(retryAfterSeconds / 60)}分ほど待ってから、もう一度お試しください。`;
}
