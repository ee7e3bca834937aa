import type { BoardAccess, ClassroomBoard } from '@manabiba/shared/contract/classroom-board';
import { MAX_BOARD_DRAWERS } from '@manabiba/shared/contract/limits';
import type { ApiError } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { RadioCards } from '@manabiba/shared/ui/radio-cards';
import { type FormEvent, useState } from 'react';

import { isModerator } from '../../core/room/room-rights';
import { useRoomUsers } from '../../core/room/use-room';
import { useBoardActs } from './use-board-acts';

import styles from './board.module.css';

interface BoardDialogProps {
  classroomId: string;
  board: ClassroomBoard | null;
  onClose: () => void;
}

const accesses = [
  { value: 'hosts', label: 'ホストと共同ホスト' },
  { value: 'named', label: '選んだ人', note: 'ホストと共同ホストも描けます。' },
  { value: 'everyone', label: '全員', note: 'コメントを書ける参加者が描けます。' },
] as const;

/** How a host opens, clears and closes the board, and says who draws. */
export function BoardDialog({ classroomId, board, onClose }: BoardDialogProps) {
  const isOpen = board?.isOpen ?? false;
  const [access, setAccess] = useState<BoardAccess>(board?.access ?? 'hosts');
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set(board?.drawerIds));
  const [isClearing, setIsClearing] = useState(false);
  const { acts, isRunning, error, clearError } = useBoardActs(classroomId, onClose);
  const settings = { access, drawerIds: access === 'named' ? [...named] : [] };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    acts.update({ ...settings, isOpen: true });
  };
  if (isClearing && board)
    return (
      <ConfirmDialog
        isOpen
        isDanger
        isLoading={isRunning}
        title="ホワイトボードを消去しますか"
        confirmLabel="すべて消去する"
        onClose={() => setIsClearing(false)}
        onConfirm={() => acts.clear(board.epoch)}
      >
        <div className={styles.settings}>
          {clearError && <Failure error={clearError} />}
          <p>描かれたものを全員の画面から消します。次に消去するまでは、元に戻せます。</p>
        </div>
      </ConfirmDialog>
    );
  return (
    <Dialog
      isOpen
      title="ホワイトボード"
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          {isOpen && (
            <Button variant="danger" disabled={isRunning} onClick={() => acts.update({ ...settings, isOpen: false })}>
              ボードを閉じる
            </Button>
          )}
          <Button type="submit" variant="primary" isLoading={isRunning}>
            {isOpen ? '変更する' : 'ボードを開く'}
          </Button>
        </>
      }
    >
      <div className={styles.settings}>
        {error && <Failure error={error} />}
        <RadioCards
          legend="描ける人"
          options={accesses}
          value={access}
          onChange={(event) => setAccess(event.target.value as BoardAccess)}
        />
        {access === 'named' && <NamedPeople classroomId={classroomId} named={named} onChange={setNamed} />}
        {isOpen && (
          <div className={styles.acts}>
            <Button disabled={isRunning} onClick={() => setIsClearing(true)}>
              すべて消去
            </Button>
            {board?.canRestore && (
              <Button disabled={isRunning} onClick={acts.restore}>
                消去を元に戻す
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Failure({ error }: { error: ApiError }) {
  return (
    <Notice tone="error" role="alert">
      {error.message}
    </Notice>
  );
}

interface NamedPeopleProps {
  classroomId: string;
  named: ReadonlySet<string>;
  onChange: (named: ReadonlySet<string>) => void;
}

/** The people in the room who have an account and do not draw anyway. */
function NamedPeople({ classroomId, named, onChange }: NamedPeopleProps) {
  const { items: people = [] } = useRoomUsers(classroomId);
  const candidates = people.filter(({ role, isAnonymous }) => !isAnonymous && !isModerator(role));
  if (candidates.length === 0) return <p className={styles.soft}>選べる参加者がいません。</p>;
  return (
    <fieldset className={styles.people}>
      <legend>描ける人を選ぶ</legend>
      {candidates.map(({ id, nickname }) => (
        <Checkbox
          key={id}
          label={nickname}
          checked={named.has(id)}
          disabled={!named.has(id) && named.size >= MAX_BOARD_DRAWERS}
          onChange={({ target }) =>
            onChange(new Set(target.checked ? [...named, id] : [...named].filter((each) => each !== id)))
          }
        />
      ))}
    </fieldset>
  );
}
