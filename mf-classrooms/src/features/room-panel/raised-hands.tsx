import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Hand } from 'lucide-react';
import type { ReactNode } from 'react';

import { ProfileName } from '../../core/room/profile-name';
import { isModerator, rightsOver } from '../../core/room/room-rights';
import { HandOrderSwitch } from './hand-order-switch';
import { handsInOrder, isNewVoice } from './hands-order';
import { MicMark, type PeopleRowProps, PersonTools } from './person-row';

import styles from './room-panel.module.css';

export interface RaisedHandsProps extends Omit<PeopleRowProps, 'person'> {
  classroomId: string;
  /** Whether those who have not spoken yet come first; undefined until known. */
  newVoicesFirst: boolean | undefined;
  people: readonly RoomUserDoc[];
  busy: ReadonlySet<string>;
  /** The participants who keep their place in the queue but are hidden. */
  hidden: ReadonlySet<string>;
  /** A short version beside other content: only the first few, without list actions. */
  isShort?: boolean;
  /** Opens the full list from the short version. */
  onShowAll?: () => void;
}

/** The number of hands shown above the comments. */
const SHORT = 2;

/** 手を挙げている人, first one first: moderators let them speak or lower their hands, the host chooses the order. */
export function RaisedHands({
  classroomId,
  newVoicesFirst = false,
  people,
  busy,
  hidden,
  isShort = false,
  onShowAll,
  ...row
}: RaisedHandsProps) {
  const hands = handsInOrder(people, newVoicesFirst);
  const seen = hands
    .map((person, index) => ({ person, place: index + 1 }))
    .filter(({ person }) => !hidden.has(person.id));
  const shown = isShort ? seen.slice(0, SHORT) : seen;
  return (
    <section className={styles.group}>
      <h2>
        手を挙げている人<span className={styles.count}>{hands.length}</span>
      </h2>
      {!isShort && row.role === 'host' && <HandOrderSwitch {...{ classroomId, newVoicesFirst }} />}
      {newVoicesFirst && row.role !== 'host' && <p className={styles.hint}>まだ話していない人が先です。</p>}
      <ol aria-label="手を挙げている人">
        {shown.map(({ person, place }) => (
          <li key={person.id} className={styles.row}>
            {isModerator(row.role) && !isShort ? (
              <ModeratedHand {...row} person={person} place={place} isBusy={busy.has(person.id)} />
            ) : (
              <SeenHand {...row} person={person} place={place} />
            )}
          </li>
        ))}
      </ol>
      {hands.length > shown.length && <Others count={hands.length - shown.length} onShowAll={onShowAll} />}
    </section>
  );
}

function Others({ count, onShowAll }: { count: number; onShowAll: (() => void) | undefined }) {
  if (!onShowAll) return <p className={styles.hint}>ほか{count}人</p>;
  return (
    <button type="button" className={classNames(moreLinkClass, styles.others)} onClick={onShowAll}>
      <VisuallyHidden>手を挙げている人をすべて見る、</VisuallyHidden>
      <MoreLabel>ほか{count}人</MoreLabel>
    </button>
  );
}

function ModeratedHand({
  person,
  place,
  isBusy,
  role,
  me,
  onAct,
}: PeopleRowProps & { place: number; isBusy: boolean }) {
  const { roles, canLowerHand } = rightsOver(person, role, me);
  return (
    <>
      <span className={styles.place} role="img" aria-label={`${place}番目`}>
        {place}
      </span>
      <Avatar person={person} size={36} />
      <Who person={person} />
      {roles.includes('speaker') && (
        <Button
          size="small"
          variant="primary"
          className={styles.tight}
          disabled={isBusy}
          aria-label={`${person.nickname}さんの発言を許可`}
          onClick={() => onAct({ kind: 'role', role: 'speaker' }, person)}
        >
          許可
        </Button>
      )}
      {(canLowerHand || person.id === me.id) && (
        <Button
          size="small"
          className={styles.tight}
          disabled={isBusy}
          aria-label={`${person.nickname}さんの手を下ろす`}
          onClick={() => onAct({ kind: 'lower_hand' }, person)}
        >
          下ろす
        </Button>
      )}
    </>
  );
}

function SeenHand({ person, place, ...row }: PeopleRowProps & { place: number }) {
  return (
    <>
      <Avatar person={person} size={36} />
      <Who person={person}>{person.id === row.me.id && <span className={styles.note}>あなた</span>}</Who>
      <Badge tone="warn">
        <Icon icon={Hand} size={16} />
        {place}番目
      </Badge>
      <MicMark person={person} hasMedia={row.hasMedia} />
      <PersonTools {...row} person={person} />
    </>
  );
}

/** The name, and below it that this person has not spoken yet. */
const Who = ({ person, children }: { person: RoomUserDoc; children?: ReactNode }) => (
  <span className={classNames(styles.who, isNewVoice(person) && styles.stacked)}>
    <ProfileName userId={person.hasProfile ? person.id : null} className={styles.name}>
      {person.nickname}
    </ProfileName>
    <span className={styles.notes}>
      {children}
      {isNewVoice(person) && <span className={styles.note}>まだ話していない人</span>}
    </span>
  </span>
);
