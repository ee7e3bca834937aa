import { track } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Notice } from '@manabiba/shared/ui/notice';
import { RefreshCw, X } from 'lucide-react';

import { useNewerRelease } from '../releases/use-newer-release';

import styles from './chrome.module.css';

/**
 * Notice that a newer version of the page is available. It is in the flow of the page and covers nothing.
 *
 * @param props.shellVersion version of the shell that this page runs.
 */
export function ReleaseNotice({ shellVersion }: { shellVersion: string }) {
  const { isAnnounced, dismiss } = useNewerRelease(shellVersion);
  if (!isAnnounced) return null;
  const handleDismiss = () => {
    track('click_close_notice');
    dismiss();
  };
  const action = (
    <span className={styles.newsActions}>
      <Button size="small" onClick={() => location.reload()}>
        再読み込み
      </Button>
      <IconButton label="このお知らせを閉じる" onClick={handleDismiss}>
        <Icon icon={X} />
      </IconButton>
    </span>
  );
  return (
    <Notice icon={RefreshCw} action={action}>
      新しいバージョンがあります。
    </Notice>
  );
}
