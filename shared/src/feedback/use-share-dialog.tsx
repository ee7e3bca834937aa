import { type ReactNode, useEffect, useState } from 'react';

import { type SharedLink, takeShares } from './share-link';

type ShareDialog = typeof import('./share-dialog').ShareDialog;

/** Renders the share dialog of `shareLink`. Its code is loaded with the first link. */
export function useShareDialog(): ReactNode {
  const [shown, setShown] = useState<{ Dialog: ShareDialog; link: SharedLink }>();
  useEffect(
    () =>
      takeShares(async (link) => {
        const { ShareDialog: Dialog } = await import('./share-dialog');
        setShown({ Dialog, link });
      }),
    [],
  );
  return shown && <shown.Dialog link={shown.link} onClose={() => setShown(undefined)} />;
}
