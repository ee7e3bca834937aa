import { LINK_TOKEN_PATTERN } from '@manabiba/shared/contract/limits';
import { getPasswordReset } from '@manabiba/shared/data/endpoints';
import { useEndpoint, usePageTitle, useSearchParams } from '@manabiba/shared/platform';

import { AskForLink } from './ask-for-link';
import { NewPasswordForm, OverLink } from './new-password-form';

/** With the link of a mail, the new password form; without one, the form that requests a link. */
export function ResetPasswordPage() {
  usePageTitle('パスワードの再設定');
  const [query] = useSearchParams();
  const token = query.get('token');
  return token ? <ResetLink key={token} token={token} /> : <AskForLink />;
}

/** The link is checked when the page opens, without using it up; if that check fails otherwise, the form reports it. */
function ResetLink({ token }: { token: string }) {
  const isLink = LINK_TOKEN_PATTERN.test(token);
  const { error } = useEndpoint(getPasswordReset, isLink ? { params: { token } } : null);
  return !isLink || error?.code === 'link_expired' ? <OverLink /> : <NewPasswordForm token={token} />;
}
