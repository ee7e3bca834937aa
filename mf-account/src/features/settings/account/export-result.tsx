import type { SignedInMe } from '@manabiba/shared/contract/users';
import { buttonClass } from '@manabiba/shared/ui/button';
import { MailDelay } from '@manabiba/shared/ui/mail-delay';
import { Notice } from '@manabiba/shared/ui/notice';
import { Mail } from 'lucide-react';

import styles from '../settings.module.css';

/** Where the file of an export is: at a link in a mail, or at `url` when no address is verified. */
export function ExportResult({ me, url }: { me: SignedInMe; url: string | null }) {
  if (url !== null)
    return (
      <Notice
        tone="ok"
        role="status"
        action={
          <a className={buttonClass({ size: 'small' })} href={url} download>
            ダウンロード
          </a>
        }
      >
        書き出しの準備ができました。リンクの有効期限は7日間です。
      </Notice>
    );
  return (
    <>
      <Notice tone="ok" icon={Mail} role="status">
        <span className={styles.value}>{me.email}</span>{' '}
        にダウンロード用のリンクをお送りしました。届くまで数分かかることがあります。リンクの有効期限は7日間です。
      </Notice>
      {me.isMailDelayed && <MailDelay />}
    </>
  );
}
