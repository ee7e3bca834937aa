import { usePageTitle, useSearchParams } from '@manabiba/shared/platform';
import { AskForLink } from './ask-for-link';
import { NewPasswordForm } from './new-password-form';

/** Behind the link of a mail a new password; without a link, the way to one. */
export function ResetPasswordPage() {
  usePageTitle('パスワードの再設定');
  const [query] = useSearchParams();
  const token = query.get('token');
  return token ? <NewPasswordForm key={token} token={token} /> : <AskForLink />;
}
