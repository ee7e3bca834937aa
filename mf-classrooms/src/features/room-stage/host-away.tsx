import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';

import styles from './room-stage.module.css';

/** Shows that the host is away, and what happens if they do not return. */
export function HostAway({ people }: { people: readonly RoomUserDoc[] | undefined }) {
  if (!people || people.some(({ role }) => role === 'host')) return null;
  return (
    <p className={styles.away} role="status">
      ホストが席を外しています。5分以内に戻らないときは、教室が終了します。
    </p>
  );
}
