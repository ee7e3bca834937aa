import type { WaitingPerson } from '@manabiba/shared/contract/staff-reviews';
import { ageInJapan } from '@manabiba/shared/format/age';
import { Link } from '@manabiba/shared/platform';

import styles from './identity-review.module.css';
import { waitText, waitWords } from './wait-text';

interface QueueProps {
  people: readonly WaitingPerson[];
  waitingCount: number;
  selectedId: string | undefined;
  now: Date;
}

/** Those who wait, longest wait first. */
export function Queue({ people, waitingCount, selectedId, now }: QueueProps) {
  const hidden = waitingCount - people.length;
  return (
    <nav className={styles.queue} aria-label="待っている人">
      <ol>
        {people.map((person) => (
          <li key={person.userId}>
            <Link to={reviewPath(person.userId)} aria-current={person.userId === selectedId ? 'true' : undefined}>
              <span className={styles.who}>
                <strong>{person.nickname}</strong>
                <small>{kindOf(person, now)}</small>
              </span>
              <time dateTime={person.waitingSince} aria-label={`${waitWords(person.waitingSince, now)}待ち`}>
                {waitText(person.waitingSince, now)}
              </time>
            </Link>
          </li>
        ))}
      </ol>
      {hidden > 0 && <p className={styles.hidden}>ほか{hidden}件</p>}
    </nav>
  );
}

export const reviewPath = (userId: string) => `/staff?person=${encodeURIComponent(userId)}`;

function kindOf({ isProfessional, birthDate, returnedCount }: WaitingPerson, now: Date): string {
  const age = ageInJapan(birthDate, now);
  const kind = isProfessional ? 'プロフェッショナル' : `${age}歳`;
  return returnedCount === 0 ? kind : `${kind}・再提出 ${returnedCount}回目`;
}
