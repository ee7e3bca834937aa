import { listLobby } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { useEffect, useRef } from 'react';

import type { Person, PersonAct } from './person-act';

import styles from './room-panel.module.css';

/** Polling interval, because one person may replace another without changing the count, in milliseconds. */
const ASK_AGAIN_MS = 15_000;

interface LobbyProps {
  classroomId: string;
  /** From the room's live document. */
  waitingCount: number;
  busy: ReadonlySet<string>;
  onAct: (act: PersonAct, person: Person) => void;
}

/** 入室を待っている人, for moderators. Renders nothing while nobody waits. */
export function Lobby({ classroomId, waitingCount, busy, onAct }: LobbyProps) {
  const hasPeople = waitingCount > 0;
  const { data, retry, error } = useEndpoint(listLobby, hasPeople ? { params: { id: classroomId } } : null, {
    maxAgeSeconds: 0,
    refreshIntervalMs: hasPeople ? ASK_AGAIN_MS : 0,
  });
  const known = useRef(waitingCount);
  useEffect(() => {
    if (known.current === waitingCount) return;
    known.current = waitingCount;
    if (waitingCount > 0) retry();
  }, [waitingCount, retry]);
  if (!hasPeople || (data && data.items.length === 0)) return null;
  return (
    <section className={styles.group}>
      <h2>
        入室を待っている人<span className={styles.count}>{data?.items.length ?? waitingCount}</span>
      </h2>
      {error && !data && (
        <p className={styles.none}>
          表示できませんでした。
          <Button size="small" variant="ghost" onClick={retry}>
            もう一度試す
          </Button>
        </p>
      )}
      <ul aria-label="入室を待っている人">
        {data?.items.map((person) => (
          <li key={person.id} className={styles.row}>
            <Avatar person={person} size={36} />
            <span className={styles.who}>
              <span className={styles.name}>{person.nickname}</span>
              <span className={styles.note}>リンクから</span>
            </span>
            <Button
              size="small"
              variant="primary"
              className={styles.tight}
              disabled={busy.has(person.id)}
              aria-label={`${person.nickname}さんの入室を許可`}
              onClick={() => onAct({ kind: 'admit' }, person)}
            >
              入室を許可
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
