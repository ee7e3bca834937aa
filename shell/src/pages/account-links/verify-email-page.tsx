import type { SignedInMe } from '@manabiba/shared/contract/users';
import {
  isSignedIn,
  Link,
  paths,
  useMe,
  usePageTitle,
  useResendEmail,
  useSearchParams,
} from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { CircleCheck, Mail, MailCheck } from 'lucide-react';

import { Gate, GateActions, GatePanel } from '../gate/gate';
import { BackToSignIn } from './back-to-sign-in';
import { ExpiredLink } from './expired-link';
import { useVerification } from './use-verification';

/** Verifies the address to which the link was sent, when the user confirms. */
export function VerifyEmailPage() {
  usePageTitle('メールアドレスの確認');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return <Verification key={token} token={token} />;
}

function Verification({ token }: { token: string }) {
  const { outcome, verify } = useVerification(token);
  switch (outcome.status) {
    case 'asking':
      return <Question isRunning={false} message={outcome.message} onConfirm={verify} />;
    case 'running':
      return <Question isRunning onConfirm={verify} />;
    case 'verified':
      return outcome.me ? <VerifiedHere me={outcome.me} /> : <VerifiedElsewhere />;
    case 'expired':
      return <Expired />;
  }
}

/** Explains the button. Nothing happens before it is clicked. */
function Question({
  isRunning,
  message,
  onConfirm,
}: {
  isRunning: boolean;
  message?: string | undefined;
  onConfirm: () => void;
}) {
  return (
    <Gate foot={<BackToSignIn />}>
      <GatePanel title="メールアドレスの確認" sign={<Icon icon={Mail} size={32} />}>
        {message && (
          <Notice tone="error" role="alert">
            {message}
          </Notice>
        )}
        <p>ボタンを押すと、このリンクをお送りしたメールアドレスの確認が完了します。</p>
        <GateActions>
          <Button variant="primary" size="large" isBlock isLoading={isRunning} onClick={onConfirm}>
            {message ? 'もう一度試す' : 'メールアドレスを確認する'}
          </Button>
        </GateActions>
        <p>まなびばに登録したおぼえのない場合は、押さずにこの画面を閉じてください。</p>
      </GatePanel>
    </Gate>
  );
}

function VerifiedHere({ me }: { me: SignedInMe }) {
  const owesDocuments = me.state === 'documents_required';
  return (
    <Gate>
      <GatePanel title="メールアドレスを確認しました" sign={<Icon icon={CircleCheck} size={32} />}>
        <p role="status">
          <strong>{me.email}</strong> を確認しました。ありがとうございます。
        </p>
        {owesDocuments && <p>続けて、本人確認書類をご提出ください。ご提出の前も、すべての機能をお試しいただけます。</p>}
        <GateActions>
          {owesDocuments && (
            <Link
              className={buttonClass({ variant: 'primary', size: 'large', isBlock: true })}
              to={`${paths.settings.href()}#id`}
            >
              書類を提出する
            </Link>
          )}
          <Link
            className={buttonClass({
              variant: owesDocuments ? 'ghost' : 'primary',
              size: owesDocuments ? 'medium' : 'large',
              isBlock: true,
            })}
            to={paths.top.href()}
          >
            トップページへ
          </Link>
        </GateActions>
      </GatePanel>
    </Gate>
  );
}

/** Opened in another browser, or by a user who is signed in to another account. */
function VerifiedElsewhere() {
  const me = useMe();
  return (
    <Gate>
      <GatePanel title="メールアドレスを確認しました" sign={<Icon icon={CircleCheck} size={32} />}>
        <p role="status">
          ありがとうございます。
          {isSignedIn(me)
            ? '登録に使った端末では、次に開いたときから反映されます。'
            : 'ログインすると、続きからご利用いただけます。'}
        </p>
        <GateActions>
          {isSignedIn(me) ? (
            <Link className={buttonClass({ isBlock: true })} to={paths.top.href()}>
              トップページへ
            </Link>
          ) : (
            <Link
              className={buttonClass({ variant: 'primary', size: 'large', isBlock: true })}
              to={paths.signIn.href()}
            >
              ログイン
            </Link>
          )}
        </GateActions>
      </GatePanel>
    </Gate>
  );
}

function Expired() {
  const me = useMe();
  const resend = useResendEmail();
  if (!isSignedIn(me)) {
    return (
      <ExpiredLink
        action={
          <Link
            className={buttonClass({ variant: 'primary', isBlock: true })}
            to={paths.signIn.href({}, { next: paths.settings.href() })}
          >
            ログインして再送する
          </Link>
        }
      >
        すでに確認が済んでいるか、お送りしてから3日が過ぎています。ログインすると、確認メールを再送できます。
      </ExpiredLink>
    );
  }
  const isWaiting = me.email !== null && (!me.fromFirebase.emailVerified || me.pendingEmail !== null);
  if (isWaiting) {
    return (
      <ExpiredLink
        action={
          <Button variant="primary" isBlock onClick={resend}>
            確認メールを再送
          </Button>
        }
      >
        確認のリンクは、お送りしてから3日間、1回のみご利用いただけます。新しいリンクをお送りします。
      </ExpiredLink>
    );
  }
  return (
    <Gate>
      <GatePanel title="メールアドレスは確認済みです" sign={<Icon icon={MailCheck} size={32} />}>
        <p role="status">このリンクはすでに使われています。ほかに必要なお手続きはありません。</p>
        <GateActions>
          <Link className={buttonClass({ variant: 'primary', isBlock: true })} to={paths.top.href()}>
            トップページへ
          </Link>
        </GateActions>
      </GatePanel>
    </Gate>
  );
}
