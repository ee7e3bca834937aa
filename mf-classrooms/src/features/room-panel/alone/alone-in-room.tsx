import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { getClassroomLink, shareClassroom } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { shareLink, toast, useEndpoint } from '@manabiba/shared/platform';
import { AvatarStack } from '@manabiba/shared/ui/avatar-stack';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { QrCode } from '@manabiba/shared/ui/qr-code';
import { Skeleton } from '@manabiba/shared/ui/skeleton';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Link2, Share } from 'lucide-react';

import styles from './alone-in-room.module.css';

/**
 * For a host who is alone in the room: the link to bring others in, as text and as a QR code, and who has reserved. The
 * link of a private classroom is its invitation, which the panel shows below as a text.
 */
export function AloneInRoom({ classroom }: { classroom: ClassroomDetail }) {
  const { url, hasFailed, retry } = useLink(classroom);
  return (
    <section className={styles.alone}>
      <h3>いまは、あなただけです</h3>
      <p className={styles.hint}>リンクかQRコードで、参加する方を招待できます。</p>
      {url && !classroom.privateMode && <LinkText url={url} name={classroom.name} />}
      {url && <QrCode text={url} label="この教室を開くQRコード" className={styles.code} />}
      {!url && !hasFailed && <Skeleton shape="button" width={100} />}
      {!url && hasFailed && (
        <p role="alert" className={styles.hint}>
          リンクを表示できませんでした。
          <Button size="small" variant="ghost" onClick={retry}>
            もう一度試す
          </Button>
        </p>
      )}
      <Reserved classroom={classroom} />
    </section>
  );
}

function useLink({ id, privateMode }: ClassroomDetail) {
  const invitation = useEndpoint(getClassroomLink, privateMode ? { params: { id } } : null);
  const card = useEndpoint(shareClassroom, privateMode ? null : { params: { id } });
  const { data, error, retry } = privateMode ? invitation : card;
  return { url: data?.url, hasFailed: error !== undefined, retry };
}

function LinkText({ url, name }: { url: string; name: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => toast.success('リンクをコピーしました。'),
      () => toast.message(url),
    );
  return (
    <>
      <TextField
        label="教室のURL"
        isLabelHidden
        readOnly
        value={url}
        className={styles.url}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.actions}>
        <Button size="small" icon={<Icon icon={Link2} size={16} />} onClick={copy}>
          リンクをコピー
        </Button>
        <Button
          size="small"
          icon={<Icon icon={Share} size={16} />}
          aria-label="教室のリンクを共有"
          onClick={() => void shareLink({ url, title: name, text: '' })}
        >
          共有
        </Button>
      </div>
    </>
  );
}

function Reserved({ classroom: { reservedCount, reservedUsers } }: { classroom: ClassroomDetail }) {
  if (reservedCount === 0) return <p className={styles.hint}>予約した人はいません。</p>;
  return (
    <div className={styles.reserved}>
      <p>
        予約した人 <strong>{formatCount(reservedCount)}人</strong>
      </p>
      {reservedUsers.length > 0 && (
        <>
          <AvatarStack people={reservedUsers} size={32} max={reservedUsers.length} />
          <p className={styles.hint}>
            {[
              ...reservedUsers.map(({ nickname }) => `${nickname}さん`),
              ...(reservedCount > reservedUsers.length
                ? [`ほか${formatCount(reservedCount - reservedUsers.length)}人`]
                : []),
            ].join('、')}
          </p>
        </>
      )}
    </div>
  );
}
