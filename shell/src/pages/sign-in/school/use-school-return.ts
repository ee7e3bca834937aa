import { finishSchoolSignIn, signInPartnerSchool } from '@manabiba/shared/data/endpoints';
import { isApiError, useEndpointMutation, useSearchParams } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { SignInActions } from '../use-sign-in-call';
import { takeSchoolPageMemory } from './school-page-memory';

/** The answer of the school's page, in the query of this page. */
interface PageAnswer {
  state: string;
  code?: string;
  error?: string;
  iss?: string;
}

const OTHER_BROWSER = 'ログインを始めた画面ではないため、ログインできません。もう一度お試しください。';

/** The state of the sign-in page for a pupil who returns from the school's page. */
export interface SchoolReturn {
  isBusy: boolean;
  /** Why the pupil is not signed in. */
  message: string | undefined;
}

/**
 * Signs a pupil in who comes back from the page of their school; null for everyone else. The answer of the page leaves
 * the URL at once, for what the query was before.
 */
export function useSchoolReturn(completeSignIn: SignInActions['completeSignIn']): SchoolReturn | null {
  const [query, setQuery] = useSearchParams();
  const [answer] = useState(() => answerIn(query));
  const [isBusy, setIsBusy] = useState(answer !== null);
  const [message, setMessage] = useState<string>();
  const finish = useEndpointMutation(finishSchoolSignIn);
  const signIn = useEndpointMutation(signInPartnerSchool);
  const isTaken = useRef(false);

  async function signInWith(browserKey: string, given: PageAnswer) {
    let ssoToken: string | undefined;
    await completeSignIn(async (second) => {
      // The answer of the page works once, its token again with a code.
      ssoToken ??= (await finish.run({ body: { ...given, browserKey } })).ssoToken;
      return signIn.run({ body: { ssoToken, ...second } });
    });
  }

  const take = useEffectEvent(async (given: PageAnswer) => {
    const memory = takeSchoolPageMemory(given.state);
    setQuery(new URLSearchParams(memory?.search), { replace: true });
    try {
      if (memory === null) setMessage(OTHER_BROWSER);
      else await signInWith(memory.browserKey, given);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setMessage(error.message);
    } finally {
      setIsBusy(false);
    }
  });

  useEffect(() => {
    // An effect may run twice; an answer works once.
    if (answer === null || isTaken.current) return;
    isTaken.current = true;
    void take(answer);
  }, [answer]);

  return answer === null ? null : { isBusy, message };
}

function answerIn(query: URLSearchParams): PageAnswer | null {
  const [state, code, error, iss] = ['state', 'code', 'error', 'iss'].map((name) => query.get(name));
  if (!state || (!code && !error)) return null;
  return { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) };
}
