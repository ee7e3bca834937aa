import { LINK_TOKEN_PATTERN } from '@manabiba/shared/contract/limits';
import { getPasswordReset } from '@manabiba/shared/data/endpoints';
import { useEndpoint, usePageTitle, useSearchParams } from '@manabiba/shared/platform';

import { AskForLink } from './ask-for-link';
import { NewPasswordForm, OverLink } from './new-password-form';

/** Behind the link of a mail a new password; without a link, the way to one. */
export function ResetPasswordPage() {
  usePageTitle('パスワードの再設定');
  const [query] = useSearchParams();
  const token = query.get('token');
  return token ? <ResetLink key={token} token={token} /> : <AskForLink />;
}

/** A link is looked at when the page opens, without using it up; where that fails otherwise the form finds out. */
function ResetLink({ token }: { token: string }) {
  const isLink = LINK_TOKEN_PATTERN.test(token);
  const { error } = useEndpoint(getPasswordReset, isLink ? { params: { token } } : null);
  return !isLink || error?.code === 'link_expired' ? <OverLink /> : <NewPasswordForm token={token} />;
}
