import { MAX_GROUP_MESSAGE_LENGTH } from '@manabiba/shared/contract/limits';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { toast, useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Hand } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';

import { RoomTimer } from '../../core/room/panel-card';
import { MAIN_ROOM } from './group-names';
import { useGroupActs } from './use-group-acts';
import { peopleIn, type RoomGroup, type RoomSplit } from './use-room-split';

import styles from './groups.module.css';

interface GroupDialogProps {
  classroomId: string;
  room: RoomSplit;
  onClose: () => void;
}

/** The countdown with which everybody is called back, in seconds. */
const COUNTDOWN = 30;

/** The groups for their hosts: who is where, visits, a line to all of them, and the way back. */
export function GroupDialog({ classroomId, room, onClose }: GroupDialogProps) {
  const acts = useGroupActs(classroomId);
  return createPortal(
    <Dialog
      isOpen
      onClose={onClose}
      title="グループ"
      footer={
        <>
          <Button isLoading={acts.isRecalling} onClick={() => acts.recall(0)}>
            すぐに呼び戻す
          </Button>
          <Button
            variant="primary"
            disabled={room.split.recalledAt !== null}
            isLoading={acts.isRecalling}
            onClick={() => acts.recall(COUNTDOWN)}
          >
            {COUNTDOWN}秒後に呼び戻す
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <RoomTimer label="メインの部屋に戻るまで" remainingMs={room.remainingMs} />
        <MessageForm classroomId={classroomId} />
        {[...room.split.groups, undefined].map((group) => (
          <Group key={group?.id ?? ''} {...{ classroomId, room, group }} />
        ))}
      </div>
    </Dialog>,
    document.body,
  );
}

/** One group, or with undefined the main room. */
function Group({
  classroomId,
  room,
  group,
}: Pick<GroupDialogProps, 'classroomId' | 'room'> & { group: RoomGroup | undefined }) {
  const me = useMe();
  const acts = useGroupActs(classroomId);
  const members = peopleIn(room, group);
  const name = group?.name ?? MAIN_ROOM;
  const isHere = room.mine?.id === group?.id;
  return (
    <section className={styles.group} aria-label={name}>
      <div className={styles.head}>
        <h3>
          {name}
          <span className={styles.soft}>{members.length}人</span>
        </h3>
        {isHere ? (
          <span className={styles.soft}>いまここにいます</span>
        ) : (
          <Button size="small" isLoading={acts.isMoving} onClick={() => acts.move(me.id, group?.id ?? null)}>
            {group ? '訪ねる' : '戻る'}
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {members
          .filter(({ role }) => role !== 'host')
          .map((person) => (
            <Member key={person.id} {...{ person, room, group }} onMove={(to) => acts.move(person.id, to)} />
          ))}
      </ul>
    </section>
  );
}

interface MemberProps {
  person: RoomUserDoc;
  room: RoomSplit;
  group: RoomGroup | undefined;
  onMove: (groupId: string | null) => void;
}

const Member = ({ person, room, group, onMove }: MemberProps) => (
  <li className={styles.person}>
    <span className={styles.words}>
      {person.nickname}
      {person.handRaisedAt !== null && <Icon icon={Hand} label="手を挙げています" />}
    </span>
    <Select
      label={`${person.nickname}さんの移動先`}
      isLabelHidden
      value={group?.id ?? ''}
      placeholder={MAIN_ROOM}
      options={room.split.groups.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ target }) => onMove(target.value || null)}
    />
  </li>
);

function MessageForm({ classroomId }: { classroomId: string }) {
  const acts = useGroupActs(classroomId);
  const [text, setText] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    acts.send(text, () => {
      setText('');
      toast.success('すべてのグループに送りました。');
    });
  };
  return (
    <form className={styles.message} onSubmit={handleSubmit}>
      <TextField
        label="すべてのグループへのメッセージ"
        maxCharacters={MAX_GROUP_MESSAGE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={text.trim() === ''} isLoading={acts.isSending}>
        送信
      </Button>
    </form>
  );
}
