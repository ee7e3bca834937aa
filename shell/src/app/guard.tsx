import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { PageAccess } from '@manabiba/shared/composition/boot-data';
import { type ErrorCode, errorCatalogue } from '@manabiba/shared/contract/errors';
import type { Me } from '@manabiba/shared/contract/users';
import { isSignedIn, paths, RefusalPage, useMe } from '@manabiba/shared/platform';
import { UserProvider } from '@manabiba/shared/session/user-provider';

/** Lets a page be seen by those it is for, and tells the others why not and where to go. */
export function Guard({ access, isLegal, children }: { access: PageAccess; isLegal: boolean; children: ReactNode }) {
  const me = useMe();
  const { pathname, search } = useLocation();
  const redirect = redirectOf(me, access, pathname, search);
  if (redirect) return <Navigate to={redirect} replace />;
  const refusal = isLegal ? null : refusalOf(me, access);
  if (refusal) return <RefusalPage error={{ code: refusal, status: errorCatalogue[refusal].status, message: errorCatalogue[refusal].sentence }} />;
  return access !== 'anyone' && isSignedIn(me) ? <UserProvider user={me}>{children}</UserProvider> : children;
}

function redirectOf(me: Me, access: PageAccess, pathname: string, search: string): string | null {
  if (!isSignedIn(me)) return access === 'anyone' ? null : paths.signIn.href({}, { next: pathname + search });
  const isContentOnly = new URLSearchParams(search).get('content_only');
  if (me.state === 'need_resubmit' && pathname !== paths.settings.pattern) return paths.settings.href({}, { content_only: isContentOnly });
  return null;
}

function refusalOf(me: Me, access: PageAccess): ErrorCode | null {
  if (!isSignedIn(me)) return null;
  if (me.state === 'suspended' || me.state === 'withdrawn') return 'suspended';
  if (access === 'professional' && !me.isProfessional) return 'professional_only';
  return null;
}
