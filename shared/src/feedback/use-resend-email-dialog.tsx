import { type ReactNode, useCallback, useState } from 'react';

import { GENERAL_SENTENCE } from '../contract/errors';
import { toast } from './toast';

type ResendDialog = typeof import('./resend-email-dialog').ResendEmailDialog;

/** How to open the dialog that has the mail of verification sent again, and where it stands. Its code comes with the first click. */
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
