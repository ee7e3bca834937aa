import type { MailSubscription } from '@manabiba/shared/contract/notification-settings';
import { getMailSubscription, resubscribeMail, unsubscribeMail } from '@manabiba/shared/data/endpoints';
import {
  isApiError,
  isSignedIn,
  Link,
  paths,
  useEndpoint,
  useEndpointMutation,
  useMe,
} from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { Phrases } from '@manabiba/shared/ui/phrases';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { CircleCheck, Hourglass, type LucideIcon, Mail } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import styles from './unsubscribe.module.css';

/**
 * Stops the mails that a mail's link is about, on a click: programs that check links open them too. Needs no sign-in,
 * and changes nothing else.
 */
export function Unsubscribe({ token }: { token: string }) {
  const input = { params: { token } };
  const { data, error, isRefreshing, retry } = useEndpoint(getMailSubscription, token ? input : null);
  const [latest, setLatest] = useState<MailSubscription>();
  const stop = useEndpointMutation(unsubscribeMail, { onSuccess: setLatest });
  const resume = useEndpointMutation(resubscribeMail, { onSuccess: setLatest });
  const subscription = latest ?? data;

  if (!token || error?.code === 'link_expired') return <Expired />;
  if (!subscription)
    return error ? (
      <ErrorState title="メールの設定を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} level={2} />
    ) : (
      <SkeletonRows count={3} />
    );
  const { label, isSubscribed, subject } = subscription;
  // They stop in the product too.
  const isOfHost = subject === 'hostMessages';
  const what = isOfHost ? `「${label}」` : `「${label}」のメール`;
  const failure = stop.error ?? resume.error;
  const problem = isApiError(failure) && <FieldError>{failure.message}</FieldError>;
  if (isSubscribed)
    return (
      <Card
        sign={Mail}
        title={latest ? `${what}を再開しました。` : `${what}を停止しますか。`}
        isResult={latest !== undefined}
        actions={
          <Button
            variant={latest ? 'secondary' : 'primary'}
            isLoading={stop.isRunning}
            onClick={() => void stop.run(input).catch(() => undefined)}
          >
            停止する
          </Button>
        }
      >
        {latest ? 'これまでどおりお届けします。' : beforeStop(isOfHost)}
        {problem}
      </Card>
    );
  return (
    <Card
      sign={CircleCheck}
      isDone
      title={`${what}を停止しました。`}
      isResult={latest !== undefined}
      actions={
        <>
          <Button isLoading={resume.isRunning} onClick={() => void resume.run(input).catch(() => undefined)}>
            元に戻す
          </Button>
          <OtherSettings />
        </>
      }
    >
      {subject.endsWith('Digest') || isOfHost
        ? 'ほかのメールは、そのまま届きます。'
        : 'アプリ内のお知らせとプッシュは、そのまま届きます。'}
      {problem}
    </Card>
  );
}

const beforeStop = (isOfHost: boolean) =>
  isOfHost
    ? 'ログインしなくても停止できます。アプリ内のお知らせも届かなくなります。日時の変更や中止の連絡は、これからも届きます。'
    : 'ログインしなくても停止できます。ほかの種類のメールは変わりません。';

function OtherSettings() {
  const me = useMe();
  if (!isSignedIn(me)) return null;
  return (
    <Link className={buttonClass({ variant: 'ghost' })} to={`${paths.settings.href()}#notifications`}>
      ほかの通知も選ぶ
    </Link>
  );
}

function Expired() {
  return (
    <Card sign={Hourglass} title="このリンクは使えません。" actions={<OtherSettings />}>
      リンクが途中で切れているか、期限が過ぎています。メールのリンクをもう一度開くか、ログインして通知設定から停止してください。
    </Card>
  );
}

interface CardProps {
  sign: LucideIcon;
  isDone?: boolean;
  title: string;
  /** The title is the result of a click: it takes the focus. */
  isResult?: boolean;
  children: ReactNode;
  actions: ReactNode;
}

function Card({ sign, isDone = false, title, isResult = false, children, actions }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isResult) heading.current?.focus();
  }, [isResult, title]);
  return (
    <Panel className={styles.card}>
      <span className={isDone ? `${styles.sign} ${styles.done}` : styles.sign}>
        <Icon icon={sign} size={24} />
      </span>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        <Phrases text={title} />
      </h1>
      <div className={styles.words}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </Panel>
  );
}
