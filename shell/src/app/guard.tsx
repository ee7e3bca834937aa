import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { PageAccess } from '@manabiba/shared/composition/boot-data';
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
  if (refusal) return <RefusalPage error={refusal} />;
  return access !== 'anyone' && isSignedIn(me) ? <UserProvider user={me}>{children}</UserProvider> : children;
}

function redirectOf(me: Me, access: PageAccess, pathname: string, search: string): string | null {
  if (!isSignedIn(me)) return access === 'anyone' ? null : paths.signIn.href({}, { next: pathname + search });
  const isContentOnly = new URLSearchParams(search).get('content_only');
  if (me.state === 'need_resubmit' && pathname !== paths.settings.pattern) return paths.settings.href({}, { content_only: isContentOnly });
  return null;
}

/** What the api would say; its catalogue stays with it, so that browsers do not carry every sentence. */
const refusals = {
  suspended: { code: 'suspended', status: 403, message: 'このアカウントは現在ご利用いただけません。お問い合わせください。' },
  professionalOnly: { code: 'professional_only', status: 403, message: 'プロフェッショナルの方のみご利用いただけます。' },
} as const;

function refusalOf(me: Me, access: PageAccess) {
  if (!isSignedIn(me)) return null;
  if (me.state === 'suspended' || me.state === 'withdrawn') return refusals.suspended;
  if (access === 'professional' && !me.isProfessional) return refusals.professionalOnly;
  return null;
}
