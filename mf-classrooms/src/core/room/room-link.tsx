import { copyText, shareLink } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Skeleton } from '@manabiba/shared/ui/skeleton';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Link2, Share } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './room-link.module.css';

interface RoomLinkProps {
  /** Undefined while it is loading or has failed to load. */
  url: string | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  /** The name of the text field. */
  label: string;
  share: { label: string; title: string; text: string };
  /** Further buttons beside those of the link. */
  children?: ReactNode;
}

/** The link into a room as text, to be copied or shared. */
export function RoomLink({ url, hasFailed, onRetry, label, share, children }: RoomLinkProps) {
  return (
    <>
      {url && (
        <TextField
          label={label}
          isLabelHidden
          readOnly
          value={url}
          className={styles.url}
          onFocus={(event) => event.target.select()}
        />
      )}
      {!url && !hasFailed && <Skeleton shape="button" width={100} />}
      {!url && hasFailed && (
        <p role="alert" className={styles.failure}>
          リンクを表示できませんでした。
          <Button size="small" variant="ghost" onClick={onRetry}>
            もう一度試す
          </Button>
        </p>
      )}
      <div className={styles.actions}>
        {url && (
          <>
            <Button size="small" icon={<Icon icon={Link2} size={16} />} onClick={() => void copyText(url)}>
              リンクをコピー
            </Button>
            <Button
              size="small"
              icon={<Icon icon={Share} size={16} />}
              aria-label={share.label}
              onClick={() => void shareLink({ url, title: share.title, text: share.text })}
            >
              共有
            </Button>
          </>
        )}
        {children}
      </div>
    </>
  );
}
