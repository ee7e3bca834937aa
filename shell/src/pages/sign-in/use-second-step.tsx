import { isApiError, toast } from '@manabiba/shared/platform';
import { type ReactNode, useState } from 'react';

import type { SignInActions, SignInCall } from './use-sign-in-call';

/** Shares the chunk of the sign-in dialog: a separate one would add its digest to every page. */
const loadSecondStep = () => import(/* webpackChunkName: "sign-in-again" */ './second-step');

/**
 * Asks for a code where the user has a second factor. `step` is shown in place of the form, which stays mounted with
 * what was typed; `completeSignIn` resolves when the user is signed in or goes back.
 */
export function useSecondStep(enter: SignInActions['completeSignIn']) {
  const [step, setStep] = useState<ReactNode>(null);

  async function completeSignIn(call: SignInCall) {
    try {
      await enter(call);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'second_factor_required') throw error;
      const loaded = await loadSecondStep().catch(() => null);
      if (!loaded) {
        toast.error('読み込めませんでした。通信を確認して、もう一度お試しください。');
        return;
      }
      await new Promise<void>((resolve) =>
        setStep(<loaded.SecondStep send={(code) => enter(() => call({ code }))} onEnd={resolve} />),
      );
      setStep(null);
    }
  }

  return { step, completeSignIn };
}
