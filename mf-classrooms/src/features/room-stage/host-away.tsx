import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';

import styles from './room-stage.module.css';

interface HostAwayProps {
  people: readonly RoomUserDoc[] | undefined;
  /** The room of an event stays open without its host, and opens before the host has come. */
  isEvent: boolean;
}

/** Shows that the host is away, and what happens if they do not return. */
export function HostAway({ people, isEvent }: HostAwayProps) {
  if (!people || people.some(({ role }) => role === 'host')) return null;
  return (
    <p className={styles.away} role="status">
      {isEvent
        ? 'ホストはいま、この部屋にいません。'
        : 'ホストが席を外しています。5分以内に戻らないときは、教室が終了します。'}
    </p>
  );
}
