import { listKickedUsers } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { useEffect, useRef } from 'react';

import type { Person, PersonAct } from './person-act';

import styles from './room-panel.module.css';

interface RemovedPeopleProps {
  classroomId: string;
  /** Increases with each removal or readmission, which triggers a refetch. */
  removals: number;
  busy: ReadonlySet<string>;
  onAct: (act: PersonAct, person: Person) => void;
}

/** 退室させた人, for moderators. Renders nothing while there are none. */
export function RemovedPeople({ classroomId, removals, busy, onAct }: RemovedPeopleProps) {
  const { data, retry } = useEndpoint(listKickedUsers, { params: { id: classroomId } }, { maxAgeSeconds: 0 });
  const known = useRef(removals);
  useEffect(() => {
    if (known.current === removals) return;
    known.current = removals;
    retry();
  }, [removals, retry]);
  if (!data || data.items.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2>
        退室させた人<span className={styles.count}>{data.items.length}</span>
      </h2>
      <ul aria-label="退室させた人">
        {data.items.map((person) => (
          <li key={person.id} className={styles.row}>
            <Avatar person={person} size={36} />
            <span className={styles.who}>
              <span className={styles.name}>{person.nickname}</span>
            </span>
            {person.canReadmit && (
              <Button
                size="small"
                className={styles.tight}
                disabled={busy.has(person.id)}
                aria-label={`${person.nickname}さんの退室を元に戻す`}
                onClick={() => onAct({ kind: 'readmit' }, person)}
              >
                元に戻す
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
