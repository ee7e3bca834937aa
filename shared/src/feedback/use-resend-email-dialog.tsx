import { type ReactNode, useCallback, useState } from 'react';

import { GENERAL_SENTENCE } from '../contract/error-sentences';
import { toast } from './toast';

type ResendDialog = typeof import('./resend-email-dialog').ResendEmailDialog;

/** Opens the dialog that resends the verification mail, and renders it. Its code is loaded on the first click. */
export function useResendEmailDialog(): { open: () => void; dialog: ReactNode } {
  const [Loaded, setLoaded] = useState<{ Dialog: ResendDialog }>();
  const open = useCallback(() => {
    import('./resend-email-dialog').then(
      ({ ResendEmailDialog }) => setLoaded({ Dialog: ResendEmailDialog }),
      () => toast.error(GENERAL_SENTENCE),
    );
  }, []);
  return { open, dialog: Loaded && <Loaded.Dialog onClose={() => setLoaded(undefined)} /> };
}
