import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type { Me } from '@manabiba/shared/contract/users';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Icon } from '@manabiba/shared/ui/icon';
import { Hand, Mic, MicOff, WifiOff } from 'lucide-react';
import { memo } from 'react';

import { ProfileName } from '../../core/room/profile-name';
import { RoleBadge } from '../../core/room/role-badge';
import { hasRights, rightsOver } from '../../core/room/room-rights';
import type { PersonAct } from './person-act';
import { PersonMenu } from './person-menu';

import styles from './room-panel.module.css';

export interface PeopleRowProps {
  person: RoomUserDoc;
  me: Me;
  /** The viewer's role in the room. */
  role: RoomRole;
  /** Whether microphones are shown and can be muted. */
  hasMedia: boolean;
  /** The users whom the viewer has blocked. */
  blocked: ReadonlySet<string>;
  onAct: (act: PersonAct, person: RoomUserDoc) => void;
  onReport: (person: RoomUserDoc) => void;
  onBlock: (person: RoomUserDoc) => void;
}

interface PersonRowProps extends PeopleRowProps {
  /** 1-based position in the whole list. */
  place: number;
  total: number;
}

/** One row of the list: name, role, microphone state and actions. */
export const PersonRow = memo(function PersonRow({
  person,
  me,
  role,
  hasMedia,
  blocked,
  place,
  total,
  onAct,
  onReport,
  onBlock,
}: PersonRowProps) {
  return (
    <li className={styles.row} aria-setsize={total} aria-posinset={place}>
      <Avatar person={person} size={36} />
      <span className={styles.who}>
        <ProfileName userId={person.hasProfile ? person.id : null} className={styles.name}>
          {person.nickname}
        </ProfileName>
        <RoleBadge role={person.role} />
        {person.id === me.id && <span className={styles.note}>あなた</span>}
        {blocked.has(person.id) && <span className={styles.note}>ブロック中</span>}
      </span>
      {person.handRaisedAt && <Icon icon={Hand} label="手を挙げています" className={styles.hand} />}
      {person.connection === 'lost' && <Icon icon={WifiOff} label="接続が切れています" className={styles.mark} />}
      <MicMark person={person} hasMedia={hasMedia} />
      <PersonTools
        person={person}
        me={me}
        role={role}
        hasMedia={hasMedia}
        blocked={blocked}
        onAct={onAct}
        onReport={onReport}
        onBlock={onBlock}
      />
    </li>
  );
});

/** The microphone state; nothing for listeners, who cannot speak. */
export function MicMark({
  person: { role, isMuted, mutedByHost },
  hasMedia,
}: Pick<PeopleRowProps, 'person' | 'hasMedia'>) {
  if (!hasMedia || role === 'listener') return null;
  const label = isMuted ? (mutedByHost ? 'ホストがミュートにしました' : 'ミュート中') : 'マイクはオン';
  return <Icon icon={isMuted ? MicOff : Mic} label={label} className={styles.mark} />;
}

/** The menu of a person, or an empty space when there are no actions. */
export function PersonTools({ person, me, role, hasMedia, blocked, onAct, onReport, onBlock }: PeopleRowProps) {
  const known = rightsOver(person, role, me);
  const rights = { ...known, canMute: known.canMute && hasMedia };
  if (!hasRights(rights)) return <span className={styles.noTools} />;
  return (
    <span className={styles.tools}>
      <PersonMenu
        person={person}
        rights={rights}
        isBlocked={blocked.has(person.id)}
        onAct={onAct}
        onReport={onReport}
        onBlock={onBlock}
      />
    </span>
  );
}
