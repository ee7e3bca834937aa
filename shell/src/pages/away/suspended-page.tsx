import { createDataExport } from '@manabiba/shared/data/endpoints';
import {
  isSignedIn,
  showMessageFor,
  toast,
  useConfig,
  useEndpointMutation,
  useMe,
  usePageTitle,
  useSignOut,
} from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { Icon } from '@manabiba/shared/ui/icon';
import { Download, Shield } from 'lucide-react';
import { useState } from 'react';

/** Shown in place of every page to a suspended user: the reason, the contact, and their own data. */
export function SuspendedPage() {
  usePageTitle('ご利用いただけません');
  const me = useMe();
  const { links } = useConfig();
  const signOut = useSignOut();
  const [url, setUrl] = useState<string>();
  const { run, isRunning } = useEndpointMutation(createDataExport, {
    onSuccess: (made) => {
      if (made.url === null) toast.success('ダウンロード用のリンクをメールでお送りしました。');
      else setUrl(made.url);
    },
    onError: showMessageFor,
  });
  const actions = (
    <>
      <a className={buttonClass()} href={links.help} target="_blank" rel="noopener noreferrer">
        お問い合わせ
      </a>
      {url ? (
        <a className={buttonClass({ variant: 'ghost' })} href={url} download>
          <Icon icon={Download} />
          ダウンロード
        </a>
      ) : (
        <Button variant="ghost" isLoading={isRunning} onClick={() => void run({}).catch(() => undefined)}>
          データを書き出す
        </Button>
      )}
      <Button variant="ghost" onClick={() => void signOut().catch(showMessageFor)}>
        ログアウト
      </Button>
    </>
  );
  const reason = isSignedIn(me) ? me.suspendReason : null;
  return (
    <GuardPanel sign={Shield} title="このアカウントは現在ご利用いただけません。" actions={actions}>
      {reason && (
        <>
          理由: {reason}
          <br />
        </>
      )}
      <span>お問い合わせください。ご自身のデータは書き出すことができます。</span>
    </GuardPanel>
  );
}
