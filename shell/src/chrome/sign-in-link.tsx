import { Link, paths } from '@manabiba/shared/platform';
import { useLocation } from 'react-router-dom';

/** Links to sign-in, returning to the current page afterwards. */
export function SignInLink({ className }: { className: string }) {
  const { pathname, search } = useLocation();
  const next = pathname === paths.top.pattern || pathname === paths.signIn.pattern ? undefined : pathname + search;
  return (
    <Link className={className} to={paths.signIn.href({}, { next })}>
      ログイン
    </Link>
  );
}
