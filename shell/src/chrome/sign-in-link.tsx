import { Link, paths, useConfig } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/** Links to sign-in, returning to the current page afterwards. */
export function SignInLink({ className }: { className: string }) {
  return (
    <Link className={className} to={useSignInPath()}>
      ログイン
    </Link>
  );
}

/**
 * Links to sign-up, returning to the current page afterwards; to sign-in once the service no longer accepts new users.
 */
export function SignUpLink({ className, icon }: { className: string | undefined; icon?: ReactNode }) {
  const { closure } = useConfig();
  const isClosed = closure.mode === 'readonly';
  return (
    <Link className={className} to={useSignInPath(isClosed ? undefined : 'signup')}>
      {icon}
      {isClosed ? 'ログイン' : '新規登録'}
    </Link>
  );
}

/** Returns the path of the sign-in page, with the current page as the one to return to. */
export function useSignInPath(tab?: 'signup'): string {
  const { pathname, search } = useLocation();
  const next = pathname === paths.top.pattern || pathname === paths.signIn.pattern ? undefined : pathname + search;
  return paths.signIn.href({}, { next, tab });
}
