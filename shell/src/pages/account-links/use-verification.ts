import { useEffect, useState } from 'react';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { verifyEmail } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError } from '@manabiba/shared/platform';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import { enterSession } from '../../app/enter-session';

type Outcome =
  | { status: 'running' }
  /** `me` when it is the person who is signed in here. */
  | { status: 'verified'; me: SignedInMe | null }
  | { status: 'expired' }
  | { status: 'failed'; message: string };

/** A link works once, and React may begin an effect twice: of one link there is one call. */
const running = new Map<string, Promise<Outcome>>();

/** Uses up the link that a mail has brought, as soon as the page stands. */
export function useVerification(token: string): { outcome: Outcome; retry: () => void } {
  const store = useSessionStore();
  const [outcome, setOutcome] = useState<Outcome>({ status: 'running' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const key = `${attempt} ${token}`;
    const found = running.get(key) ?? verify(token);
    running.set(key, found);
    void found.then((result) => {
      if (result.status === 'verified' && result.me) enterSession(store, result.me);
      if (isCurrent) setOutcome(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [store, token, attempt]);
  const retry = () => {
    setOutcome({ status: 'running' });
    setAttempt(attempt + 1);
  };
  return { outcome, retry };
}

async function verify(token: string): Promise<Outcome> {
  if (token === '') return { status: 'expired' };
  try {
    const answer = await callEndpoint(verifyEmail, { body: { token } });
    return { status: 'verified', me: 'user' in answer ? answer.user : null };
  } catch (error) {
    if (!isApiError(error)) throw error;
    // What cannot be a link at all is as good as one that is over.
    return error.code === 'link_expired' || error.code === 'invalid' ? { status: 'expired' } : { status: 'failed', message: error.message };
  }
}
