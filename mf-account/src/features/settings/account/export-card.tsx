import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createDataExport } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Download, Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import styles from '../settings.module.css';

const MailDelay = lazy(() =>
  import('@manabiba/shared/ui/mail-delay').then((module) => ({ default: module.MailDelay })),
);

/** Exports all data about the user as a file: by a link in a mail, or directly when no address is verified. */
export function ExportCard({ id, me }: { id: string; me: SignedInMe }) {
  const [made, setMade] = useState<{ url: string | null }>();
  const { run, isRunning } = useEndpointMutation(createDataExport, { onSuccess: setMade, onError: showMessageFor });
  return (
    <SettingCard id={id} title="データの書き出し">
      <div className={styles.fields}>
        <div className={styles.split}>
          <p className={styles.small}>プロフィール、予約、コメント、購入履歴をまとめてダウンロードできます。</p>
          <Button
            icon={<Icon icon={Download} />}
            isLoading={isRunning}
            onClick={() => void run({}).catch(() => undefined)}
          >
            書き出す
          </Button>
        </div>
        {made?.url === null && (
          <Notice tone="ok" icon={Mail} role="status">
            <span className={styles.value}>{me.email}</span>{' '}
            にダウンロード用のリンクをお送りしました。届くまで数分かかることがあります。リンクの有効期限は7日間です。
          </Notice>
        )}
        {made?.url === null && me.isMailDelayed && (
          <Suspense>
            <MailDelay />
          </Suspense>
        )}
        {made?.url && (
          <Notice
            tone="ok"
            role="status"
            action={
              <a className={buttonClass({ size: 'small' })} href={made.url} download>
                ダウンロード
              </a>
            }
          >
            書き出しの準備ができました。リンクの有効期限は7日間です。
          </Notice>
        )}
      </div>
    </SettingCard>
  );
}
