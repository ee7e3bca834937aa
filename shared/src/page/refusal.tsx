import { Info, Lock, Shield, TriangleAlert, User } from 'lucide-react';
import { useLocation } from 'react-router-dom';

import { AGE_RESTRICTED, NOT_FOUND, SERVICE_CLOSED, UNAUTHENTICATED } from '../contract/error-sentences';
import type { ApiError } from '../data/api-error';
import { Link } from '../navigation/link';
import { paths } from '../navigation/paths';
import { buttonClass } from '../ui/button';
import { GuardPanel } from '../ui/guard-panel';
import { useConfig } from './shell-services';
import { usePageTitle } from './use-page-title';

/** The page for a refusal of the api that a retry cannot help. */
export function Refusal({ error }: { error: Pick<ApiError, 'code' | 'message'> }) {
  switch (error.code) {
    case 'not_found':
      return <NotFound />;
    case 'unauthenticated':
      return <SignInRefusal />;
    case 'suspended':
      return <SuspendedRefusal />;
    case 'service_closed':
      return <ClosedRefusal />;
    case 'need_resubmit':
      return <ResubmitRefusal message={error.message} />;
    case 'age_restricted':
      return <AgeRefusal />;
    default:
      return <GuardPanel sign={Lock} title={error.message} actions={<HomeLink />} />;
  }
}

function NotFound() {
  usePageTitle('ページが見つかりません');
  const actions = (
    <>
      <HomeLink />
      <Link className={buttonClass({ variant: 'ghost' })} to={paths.classrooms.href()}>
        教室をさがす
      </Link>
    </>
  );
  return (
    <GuardPanel sign="404" title={NOT_FOUND} actions={actions}>
      移動したか、削除された可能性があります。
    </GuardPanel>
  );
}

function HomeLink() {
  return (
    <Link className={buttonClass()} to={paths.top.href()}>
      トップページへ
    </Link>
  );
}

function SignInRefusal() {
  const { pathname, search } = useLocation();
  const actions = (
    <>
      <Link className={buttonClass({ variant: 'primary' })} to={paths.signIn.href({}, { next: pathname + search })}>
        ログイン
      </Link>
      <HomeLink />
    </>
  );
  return (
    <GuardPanel sign={Lock} title={UNAUTHENTICATED} actions={actions}>
      ログインすると、このページをご覧いただけます。
    </GuardPanel>
  );
}

function SuspendedRefusal() {
  usePageTitle('ご利用いただけません');
  const { links } = useConfig();
  const actions = <OutsideLink href={links.help}>お問い合わせ</OutsideLink>;
  return (
    <GuardPanel sign={Shield} title="このアカウントは現在ご利用いただけません。" actions={actions}>
      お問い合わせください。
    </GuardPanel>
  );
}

function AgeRefusal() {
  const { communicateMinAge } = useConfig();
  return (
    <GuardPanel sign={User} title={AGE_RESTRICTED} actions={<HomeLink />}>
      教室での会話は{communicateMinAge}歳からです。
    </GuardPanel>
  );
}

function ClosedRefusal() {
  const { closure } = useConfig();
  return (
    <GuardPanel
      sign={Info}
      title={SERVICE_CLOSED}
      actions={<OutsideLink href={closure.url}>詳しくはこちら</OutsideLink>}
    >
      閲覧は、これまでどおりご利用いただけます。
    </GuardPanel>
  );
}

function ResubmitRefusal({ message }: { message: string }) {
  const actions = (
    <Link className={buttonClass({ variant: 'primary' })} to={paths.settings.href()}>
      書類を提出する
    </Link>
  );
  return (
    <GuardPanel sign={TriangleAlert} title={message} actions={actions}>
      ご提出後は、すべての機能をご利用いただけます。
    </GuardPanel>
  );
}

function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={buttonClass()} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
