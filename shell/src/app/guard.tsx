import { PROFESSIONAL_ONLY } from '@manabiba/shared/contract/error-sentences';
import type { PageAccess } from '@manabiba/shared/page/boot-data';
import { redirectOf, refusalOf } from '@manabiba/shared/page/page-access';
import { isSignedIn, RefusalPage, useMe } from '@manabiba/shared/platform';
import { UserProvider } from '@manabiba/shared/session/user-provider';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

import { LazyPage } from '../pages/lazy-page';

/** Shows a page only to users with access, and explains to others why they have none and where to go. */
export function Guard({ access, isLegal, children }: { access: PageAccess; isLegal: boolean; children: ReactNode }) {
  const me = useMe();
  const place = useLocation();
  const redirect = redirectOf(me, access, place);
  if (redirect) return <Navigate to={redirect} replace />;
  const refusal = isLegal ? null : refusalOf(me, access);
  if (refusal === 'professional_only')
    return <RefusalPage error={{ code: refusal, status: 403, message: PROFESSIONAL_ONLY }} />;
  if (refusal) return <LazyPage key={refusal} load={awayPages[refusal]} />;
  return access !== 'anyone' && isSignedIn(me) ? <UserProvider user={me}>{children}</UserProvider> : children;
}

/** Shown in place of every page to suspended and withdrawn users. */
const awayPages = {
  suspended: () => import('../pages/away/suspended-page').then((module) => module.SuspendedPage),
  withdrawn: () => import('../pages/away/withdrawn-page').then((module) => module.WithdrawnPage),
};
