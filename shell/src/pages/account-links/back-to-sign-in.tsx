import { isSignedIn, Link, paths, useMe } from '@manabiba/shared/platform';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

/** Link back to sign-in on the pages that mails lead to. */
export function BackToSignIn() {
  const me = useMe();
  if (isSignedIn(me))
    return (
      <Link className={moreLinkClass} to={paths.top.href()}>
        <MoreLabel>トップページへ</MoreLabel>
      </Link>
    );
  return (
    <Link className={moreLinkClass} to={paths.signIn.href()}>
      <MoreLabel>ログインに戻る</MoreLabel>
    </Link>
  );
}
