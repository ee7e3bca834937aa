import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { getClassroomLink, shareClassroom } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { useEndpoint } from '@manabiba/shared/platform';
import { AvatarStack } from '@manabiba/shared/ui/avatar-stack';
import { QrCode } from '@manabiba/shared/ui/qr-code';

import { RoomLink } from '../../../core/room/room-link';

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
      {!(url && classroom.privateMode) && (
        <RoomLink
          url={url}
          hasFailed={hasFailed}
          onRetry={retry}
          label="教室のURL"
          share={{ label: '教室のリンクを共有', title: classroom.name, text: '' }}
        />
      )}
      {url && <QrCode text={url} label="この教室を開くQRコード" className={styles.code} />}
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
