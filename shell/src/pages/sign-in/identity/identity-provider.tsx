import type { ProviderToken } from '@manabiba/shared/page/sign-up-steps';
import { toast, useConfig } from '@manabiba/shared/platform';
import { type ReactNode, useState } from 'react';

import { EmbeddedIdentityDialog } from './embedded-identity-dialog';

interface IdentityProvider {
  /**
   * Opens the provider's window and resolves to its token; null when it was closed. Null when no provider is
   * configured.
   */
  ask: (() => Promise<ProviderToken | null>) | null;
  /** The dialog of the stand-in provider on a machine without a project; render it anywhere. */
  dialog: ReactNode;
}

/** Google by Firebase, whose code loads on the first click; on a machine without a project, our own issuer. */
export function useIdentityProvider(): IdentityProvider {
  const { identity } = useConfig();
  const [answer, setAnswer] = useState<((token: ProviderToken | null) => void) | null>(null);
  if (identity === null) return { ask: null, dialog: null };
  if (identity.kind === 'firebase') {
    const ask = async () => {
      try {
        const { askFirebase } = await import(/* webpackChunkName: "firebase-auth" */ './firebase-token');
        return await askFirebase(identity);
      } catch {
        toast.error('Googleでの手続きを完了できませんでした。もう一度お試しください。');
        return null;
      }
    };
    return { ask, dialog: null };
  }
  const finish = (token: ProviderToken | null) => {
    answer?.(token);
    setAnswer(null);
  };
  return {
    ask: () =>
      new Promise((resolve) => {
        setAnswer(() => resolve);
      }),
    dialog: answer && <EmbeddedIdentityDialog onDone={finish} />,
  };
}
