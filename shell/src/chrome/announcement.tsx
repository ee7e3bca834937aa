import type { TermsVersion } from '@manabiba/shared/contract/terms';
import { type ReactNode, Suspense } from 'react';

import { lateComponent } from '../app/late';

const TermsNotice = lateComponent((file) => file.TermsNotice);

/** Returns the notice of coming terms, whose HTML comes with the page and stays until its code is there. */
export const announcementOf = (terms: TermsVersion | undefined): ReactNode =>
  terms && (
    <Suspense>
      <TermsNotice version={terms} />
    </Suspense>
  );
