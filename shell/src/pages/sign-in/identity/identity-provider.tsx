import type { ProviderToken } from '@manabiba/shared/page/sign-up-steps';
import { toast, useConfig } from '@manabiba/shared/platform';
import { type ReactNode, useState } from 'react';

import { EmbeddedIdentityDialog } from './embedded-identity-dialog';

interface IdentityProvider {
  /** Opens its window and resolves to what it brought; null when it was closed. Absent when none is configured. */
  ask: (() => Promise<ProviderToken | null>) | null;
  /** The window of the one that stands in on a machine without a project; to be drawn somewhere. */
  dialog: ReactNode;
}

/** Google by Firebase, whose code comes with the first click; on a machine without a project an issuer of its own. */
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
