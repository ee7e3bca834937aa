import type { SignedInMe } from '@manabiba/shared/contract/users';
import { verifyEmail } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError } from '@manabiba/shared/platform';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import { useState } from 'react';

import { enterSession } from '../../session/enter-session';

type Outcome =
  /** `message` explains why the last attempt failed. */
  | { status: 'asking'; message?: string }
  | { status: 'running' }
  /** `me` when it is the user who is signed in here. */
  | { status: 'verified'; me: SignedInMe | null }
  | { status: 'expired' };

/** Uses up the mail link when `verify` is called: mail programs open links too, so opening it does nothing. */
export function useVerification(token: string): { outcome: Outcome; verify: () => void } {
  const store = useSessionStore();
  const [outcome, setOutcome] = useState<Outcome>(token === '' ? { status: 'expired' } : { status: 'asking' });
  const verify = async () => {
    setOutcome({ status: 'running' });
    const result = await sendVerification(token);
    if (result.status === 'verified' && result.me) enterSession(store, result.me);
    setOutcome(result);
  };
  return { outcome, verify: () => void verify() };
}

async function sendVerification(token: string): Promise<Outcome> {
  try {
    const answer = await callEndpoint(verifyEmail, { body: { token } });
    return { status: 'verified', me: 'user' in answer ? answer.user : null };
  } catch (error) {
    if (!isApiError(error)) throw error;
    // An invalid link is handled like an expired one.
    return error.code === 'link_expired' || error.code === 'invalid'
      ? { status: 'expired' }
      : { status: 'asking', message: error.message };
  }
}
