import { type EventRole, rolesInWords } from '@manabiba/shared/contract/event-rights';
import type { TeamMember } from '@manabiba/shared/contract/event-team';
import { removeTeamMember, updateTeamMember } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { Link, paths, toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useState } from 'react';

import { failureSentence } from '../../core/organizing/form-errors';
import { RoleBoxes } from './role-boxes';

import styles from './team.module.css';

interface MemberRowProps {
  eventId: string;
  member: TeamMember;
  /** The viewer may change and remove members. */
  isOwner: boolean;
}

const nameOf = ({ user, email }: TeamMember) => user?.nickname ?? email ?? '';

/** One member or invitation, with what the viewer may do about it. */
export function MemberRow({ eventId, member, isOwner }: MemberRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { user, roles, invitedUntil, isMe } = member;
  const name = nameOf(member);
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
      {isEditing && <EditRoles eventId={eventId} member={member} onDone={() => setIsEditing(false)} />}
      {isAsking && <AskToRemove eventId={eventId} member={member} onClose={() => setIsAsking(false)} />}
    </li>
  );
}

function EditRoles({ eventId, member, onDone }: { eventId: string; member: TeamMember; onDone: () => void }) {
  const [roles, setRoles] = useState<EventRole[]>(member.roles);
  const { run, isRunning } = useEndpointMutation(updateTeamMember, {
    onSuccess: () => {
      toast.success('役割を変更しました。');
      onDone();
    },
    onError: (error) => toast.error(failureSentence(error)),
  });
  const save = () => void run({ params: { id: eventId, memberId: member.id }, body: { roles } }).catch(() => undefined);
  return (
    <div className={styles.edit}>
      <RoleBoxes legend={`${nameOf(member)}の役割`} roles={roles} onChange={setRoles} isDisabled={isRunning} />
      <div className={styles.editActs}>
        <Button size="small" disabled={isRunning} onClick={onDone}>
          キャンセル
        </Button>
        <Button size="small" variant="primary" disabled={roles.length === 0} isLoading={isRunning} onClick={save}>
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

function questionOf(member: TeamMember): Question {
  const name = nameOf(member);
  if (member.isMe)
    return {
      title: '運営メンバーから抜けますか',
      label: '抜ける',
      words: 'このイベントの管理ができなくなります。もう一度参加するには、主催者からの招待が必要です。',
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
    words: 'このイベントの管理がすぐにできなくなります。これまでの操作の記録は残ります。',
    done: '運営メンバーから外しました。',
  };
}

function AskToRemove({ eventId, member, onClose }: { eventId: string; member: TeamMember; onClose: () => void }) {
  const navigate = useNavigate();
  const { title, label, words, done } = questionOf(member);
  const { run, isRunning } = useEndpointMutation(removeTeamMember, {
    onSuccess: () => {
      toast.success(done);
      onClose();
      if (member.isMe) void navigate(paths.organizedEvents.href(), { replace: true });
    },
    onError: (error) => {
      toast.error(failureSentence(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void run({ params: { id: eventId, memberId: member.id } }).catch(() => undefined)}
      title={title}
      confirmLabel={label}
      isDanger
      isLoading={isRunning}
    >
      {words}
    </ConfirmDialog>
  );
}
