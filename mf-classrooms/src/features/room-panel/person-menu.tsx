import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Menu, MenuHeader, MenuItem, MenuSeparator } from '@manabiba/shared/ui/menu';
import { Ban, Ellipsis, Flag, Hand, LogOut, type LucideIcon, Mic, MicOff, Shield, User } from 'lucide-react';

import { roleName } from '../../core/room/role-names';
import type { PersonRights } from '../../core/room/room-rights';
import type { PersonAct } from './person-act';

import styles from './room-panel.module.css';

interface PersonMenuProps {
  person: RoomUserDoc;
  rights: PersonRights;
  isBlocked: boolean;
  onAct: (act: PersonAct, person: RoomUserDoc) => void;
  onReport: (person: RoomUserDoc) => void;
  /** Blocks or unblocks the person. */
  onBlock: (person: RoomUserDoc) => void;
}

const roleActs: Readonly<Record<Exclude<RoomRole, 'host'>, { label: string; icon: LucideIcon }>> = {
  speaker: { label: 'スピーカーにする', icon: Mic },
  listener: { label: '聞き手に戻す', icon: User },
  co_host: { label: '共同ホストにする', icon: Shield },
};

/** All actions on one person; a bottom sheet on a phone. */
export function PersonMenu({ person, rights, isBlocked, onAct, onReport, onBlock }: PersonMenuProps) {
  const { canMute, canLowerHand, roles, canReport, canBlock, canKick } = rights;
  const hasRoomActs = canMute || canLowerHand || roles.length > 0;
  const label = `${person.nickname}さんの操作`;
  return (
    <Menu
      label={label}
      narrow="sheet"
      trigger={(props) => (
        <IconButton label={label} {...props}>
          <Icon icon={Ellipsis} />
        </IconButton>
      )}
    >
      <div className={styles.sheetOnly}>
        <MenuHeader title={person.nickname} note={roleName[person.role]} />
      </div>
      {canMute && (
        <MenuItem icon={<Icon icon={MicOff} />} onSelect={() => onAct({ kind: 'mute' }, person)}>
          ミュートにする
        </MenuItem>
      )}
      {canLowerHand && (
        <MenuItem icon={<Icon icon={Hand} />} onSelect={() => onAct({ kind: 'lower_hand' }, person)}>
          手を下ろす
        </MenuItem>
      )}
      {roles.map(
        (role) =>
          role !== 'host' && (
            <MenuItem
              key={role}
              icon={<Icon icon={roleActs[role].icon} />}
              onSelect={() => onAct({ kind: 'role', role }, person)}
            >
              {roleActs[role].label}
            </MenuItem>
          ),
      )}
      {hasRoomActs && (canReport || canBlock || canKick) && <MenuSeparator />}
      {canReport && (
        <MenuItem icon={<Icon icon={Flag} />} onSelect={() => onReport(person)}>
          通報する
        </MenuItem>
      )}
      {canBlock && (
        <MenuItem icon={<Icon icon={Ban} />} onSelect={() => onBlock(person)}>
          {isBlocked ? 'ブロックを解除する' : 'ブロックする'}
        </MenuItem>
      )}
      {canKick && (
        <MenuItem isDanger icon={<Icon icon={LogOut} />} onSelect={() => onAct({ kind: 'kick' }, person)}>
          退室させる
        </MenuItem>
      )}
    </Menu>
  );
}
