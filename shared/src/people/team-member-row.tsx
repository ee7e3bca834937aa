import { Link, paths, showMessageFor, toast } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

import { rolesInWords, type TeamRole } from '../contract/team-rights';
import type { TeamMember } from '../contract/teams';
import { formatDateTime } from '../format/date-time';
import { Avatar } from '../ui/avatar';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { RoleBoxes } from './team-role-boxes';
import type { TeamSource } from './team-source';

import styles from './team.module.css';

interface MemberRowProps {
  source: TeamSource;
  member: TeamMember;
  /** The viewer may change and remove members. */
  isOwner: boolean;
}

const nameOf = ({ user, email }: TeamMember) => user?.nickname ?? email ?? '';

/** One member or invitation, with what the viewer may do about it. */
export function MemberRow({ source, member, isOwner }: MemberRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const rolesButton = useRef<HTMLButtonElement>(null);
  const { user, roles, invitedUntil, isMe } = member;
  const name = nameOf(member);
  const closeEditing = () => {
    setIsEditing(false);
    // The clicked button goes.
    rolesButton.current?.focus();
  };
  return (
    <li>
      <div className={styles.member}>
        <Avatar person={user ?? { nickname: name, avatarUrl: null }} size={40} />
        <div className={styles.who}>
          <p>
            {user ? <Link to={paths.user.href({ id: user.id })}>{name}</Link> : <span>{name}</span>}
            {isMe && <Badge>あなた</Badge>}
            {invitedUntil !== null && <Badge tone="warn">招待中</Badge>}
          </p>
          <p className={styles.soft}>{rolesInWords(roles)}</p>
          {invitedUntil !== null && <p className={styles.soft}>{formatDateTime(invitedUntil)}まで</p>}
        </div>
        {(isOwner || isMe) && (
          <div className={styles.acts}>
            {isOwner && (
              <Button
                ref={rolesButton}
                size="small"
                aria-expanded={isEditing}
                aria-label={`${name}の役割を変更`}
                onClick={() => setIsEditing(!isEditing)}
              >
                役割
              </Button>
            )}
            <Button
              size="small"
              variant="danger-quiet"
              aria-label={isMe ? undefined : `${name}${invitedUntil === null ? 'を外す' : 'の招待を取り消す'}`}
              onClick={() => setIsAsking(true)}
            >
              {isMe ? '抜ける' : invitedUntil === null ? '外す' : '取り消す'}
            </Button>
          </div>
        )}
      </div>
      {isEditing && <EditRoles source={source} member={member} onDone={closeEditing} />}
      {isAsking && <AskToRemove source={source} member={member} onClose={() => setIsAsking(false)} />}
    </li>
  );
}

interface OfMember {
  source: TeamSource;
  member: TeamMember;
}

function EditRoles({ source, member, onDone }: OfMember & { onDone: () => void }) {
  const [roles, setRoles] = useState<TeamRole[]>(member.roles);
  const [isRunning, setIsRunning] = useState(false);
  async function save() {
    setIsRunning(true);
    try {
      await source.setRoles(member.id, roles);
      toast.success('役割を変更しました。');
      onDone();
    } catch (error) {
      showMessageFor(error);
      setIsRunning(false);
    }
  }
  return (
    <div className={styles.edit}>
      <RoleBoxes
        legend={`${nameOf(member)}の役割`}
        hints={source.roles}
        roles={roles}
        onChange={setRoles}
        isDisabled={isRunning}
      />
      <div className={styles.editActs}>
        <Button size="small" disabled={isRunning} onClick={onDone}>
          キャンセル
        </Button>
        <Button
          size="small"
          variant="primary"
          disabled={roles.length === 0}
          isLoading={isRunning}
          onClick={() => void save()}
        >
          役割を保存
        </Button>
      </div>
    </div>
  );
}

interface Question {
  title: string;
  label: string;
  words: string;
  done: string;
}

function questionOf(member: TeamMember, noun: TeamSource['noun']): Question {
  const name = nameOf(member);
  if (member.isMe)
    return {
      title: '運営メンバーから抜けますか',
      label: '抜ける',
      words: `この${noun}の管理ができなくなります。もう一度参加するには、主催者からの招待が必要です。`,
      done: '運営メンバーから抜けました。',
    };
  if (member.user === null)
    return {
      title: '招待を取り消しますか',
      label: '招待を取り消す',
      words: `${name}に送った招待のリンクが使えなくなります。`,
      done: '招待を取り消しました。',
    };
  return {
    title: `${name}さんを運営メンバーから外しますか`,
    label: '外す',
    words: `この${noun}の管理がすぐにできなくなります。これまでの操作の記録は残ります。`,
    done: '運営メンバーから外しました。',
  };
}

function AskToRemove({ source, member, onClose }: OfMember & { onClose: () => void }) {
  const [isRunning, setIsRunning] = useState(false);
  const { title, label, words, done } = questionOf(member, source.noun);
  async function remove() {
    setIsRunning(true);
    try {
      await source.remove(member.id);
      toast.success(done);
      if (member.isMe) source.onLeft();
    } catch (error) {
      showMessageFor(error);
    }
    onClose();
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void remove()}
      title={title}
      confirmLabel={label}
      isDanger
      isLoading={isRunning}
    >
      {words}
    </ConfirmDialog>
  );
}
