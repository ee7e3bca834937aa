import { useEndpoint, useMe, useResendEmail } from '@manabiba/shared/platform';
import { Mail } from 'lucide-react';

import { getMe } from '../data/endpoints';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

/** The polling interval for a verification on another device. Returning from another tab polls at once. */
const ASK_MS = 10_000;

/** Shown in place of a payment. Resends the mail, and disappears as soon as the address is verified on any device. */
export function VerifyEmailFirst() {
  const me = useMe();
  const resend = useResendEmail();
  useEndpoint(getMe, {}, { refreshIntervalMs: ASK_MS });
  return (
    <Notice tone="warn" icon={Mail} action={<Button onClick={resend}>確認メールを再送</Button>}>
      お支払いの前に、メールアドレスの確認をお願いしています。
      {me.role !== 'anonymous' && <span>{me.email}</span>}
      <span>にお送りしたメールのリンクを開くと、この画面から続けられます。</span>
    </Notice>
  );
}
