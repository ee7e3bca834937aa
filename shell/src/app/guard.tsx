import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { PageAccess } from '@manabiba/shared/composition/boot-data';
import { isSignedIn, RefusalPage, useMe } from '@manabiba/shared/platform';
import { UserProvider } from '@manabiba/shared/session/user-provider';
import { redirectOf, refusalOf } from '@manabiba/shared/navigation/page-access';

/** Lets a page be seen by those it is for, and tells the others why not and where to go. */
export function Guard({ access, isLegal, children }: { access: PageAccess; isLegal: boolean; children: ReactNode }) {
  const me = useMe();
  const place = useLocation();
  const redirect = redirectOf(me, access, place);
  if (redirect) return <Navigate to={redirect} replace />;
  const refusal = isLegal ? null : refusalOf(me, access);
  if (refusal) return <RefusalPage error={refusals[refusal]} />;
  return access !== 'anyone' && isSignedIn(me) ? <UserProvider user={me}>{children}</UserProvider> : children;
}

/** What the api would say; its catalogue stays with it, so that browsers do not carry every sentence. */
const refusals = {
  suspended: { code: 'suspended', status: 403, message: 'このアカウントは現在ご利用いただけません。お問い合わせください。' },
  professional_only: { code: 'professional_only', status: 403, message: 'プロフェッショナルの方のみご利用いただけます。' },
} as const;
