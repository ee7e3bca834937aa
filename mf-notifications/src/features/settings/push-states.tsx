import { isApiError, showMessageFor, toast } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Bell, RotateCw, Smartphone, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { type PushPermission, turnPushOn } from '../../core/push/push-device';

import styles from './settings.module.css';

interface PushStateProps {
  sign: ReactNode;
  tone?: 'plain' | 'warn';
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** What push is like on this device, and the one thing to do about it. */
function PushState({ sign, tone = 'plain', title, children, action }: PushStateProps) {
  return (
    <div className={styles.push}>
      <span className={`${styles.pushSign} ${tone === 'warn' ? styles.warn : ''}`}>{sign}</span>
      <div className={styles.pushWords}>
        <h3>{title}</h3>
        {children}
      </div>
      {action}
    </div>
  );
}

interface AskForPushProps {
  publicKey: string;
  /** Called with the user's answer to the browser. */
  onAnswer: (permission: PushPermission) => void;
}

/** Explains the request before the browser asks: a refusal there can only be undone in its settings. */
export function AskForPush({ publicKey, onAnswer }: AskForPushProps) {
  const [isAsking, setIsAsking] = useState(false);

  async function handleClick() {
    setIsAsking(true);
    try {
      onAnswer(await turnPushOn(publicKey));
    } catch (error) {
      if (isApiError(error)) showMessageFor(error);
      else toast.error('ブラウザーのプッシュの窓口につながりませんでした。時間をおいてもう一度お試しください。');
    } finally {
      setIsAsking(false);
    }
  }

  return (
    <PushState
      sign={<Icon icon={Bell} />}
      title="始まる時刻を、この端末でお知らせします。"
      action={
        <Button variant="primary" isLoading={isAsking} onClick={() => void handleClick()}>
          プッシュを受け取る
        </Button>
      }
    >
      <p>上の表で「プッシュ」をオンにした種類だけを送ります。次に、ブラウザーが許可をたずねます。</p>
    </PushState>
  );
}

export function PushDenied({ onRetry }: { onRetry: () => void }) {
  return (
    <PushState
      sign={<Icon icon={TriangleAlert} />}
      tone="warn"
      title="この端末では、通知が許可されていません。"
      action={
        <Button icon={<Icon icon={RotateCw} />} onClick={onRetry}>
          もう一度試す
        </Button>
      }
    >
      <ol className={styles.steps}>
        <li>アドレスの左のアイコンを押す</li>
        <li>「通知」を「許可」にする</li>
      </ol>
    </PushState>
  );
}

export function PushUnsupported() {
  return (
    <PushState sign={<Icon icon={Smartphone} />} title="このブラウザーでは、プッシュを受け取れません。">
      <p>
        iPhoneとiPadでは、共有から「ホーム画面に追加」をして、そこから開くと受け取れます。メールでのお知らせは届きます。
      </p>
    </PushState>
  );
}

export function PushUnavailable() {
  return (
    <PushState sign={<Icon icon={Bell} />} title="いまは、プッシュをお送りしていません。">
      <p>アプリ内とメールのお知らせは届きます。</p>
    </PushState>
  );
}
