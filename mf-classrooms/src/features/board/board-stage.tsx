import type { RoomBoardDoc } from '@manabiba/shared/contract/room-documents';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { ReportDialog } from '@manabiba/shared/people/report-dialog';
import { useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { isPageDark, usePageAppearance } from '@manabiba/shared/ui/use-page-appearance';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Eye, EyeOff, Flag, Maximize2, Minimize2, PencilLine } from 'lucide-react';
import { useState } from 'react';

import { silenceOf } from '../../core/classroom/viewer';
import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { useRoomUsers } from '../../core/room/use-room';
import { BoardView } from './board-view';
import { elementsIn, useBoardChanges, useRoomBoard } from './use-board';

import styles from './board.module.css';

/** Loaded when a user who may draw wants to. */
const loadEditor = () =>
  import(/* webpackChunkName: "board-editor" */ './board-editor').then(({ BoardEditor }) => BoardEditor);

type BoardStageProps = Pick<RoomPartProps, 'classroom' | 'role'>;

/** The open board of a room, over the stage. Everyone sees it; those whom the host allows draw on it. */
export function BoardStage({ classroom, role }: BoardStageProps) {
  const board = useRoomBoard(classroom.id);
  const mayDraw = useMayDraw(classroom.id, role, board);
  return (
    <>
      <VisuallyHidden>
        <span role="status">{board?.isOpen && newsOf(mayDraw)}</span>
      </VisuallyHidden>
      {board?.isOpen && <OpenBoard key={board.epoch} {...{ classroomId: classroom.id, board, mayDraw }} />}
    </>
  );
}

const newsOf = (mayDraw: boolean) =>
  mayDraw ? 'ホワイトボードが開いています。描き込めます。' : 'ホワイトボードが開いています。';

/** Returns whether the viewer may draw now. The server enforces the same rules. */
function useMayDraw(classroomId: string, role: RoomPartProps['role'], board: RoomBoardDoc | null | undefined): boolean {
  const me = useMe();
  const { items: people } = useRoomUsers(classroomId);
  if (!board?.isOpen) return false;
  if (isModerator(role)) return true;
  const mine = people?.find(({ id }) => id === me.id);
  const isAllowed = board.access === 'everyone' || (board.access === 'named' && board.drawerIds.includes(me.id));
  return isAllowed && silenceOf(me) === null && mine?.mutedByHost === false;
}

interface OpenBoardProps {
  classroomId: string;
  board: RoomBoardDoc;
  mayDraw: boolean;
}

function OpenBoard({ classroomId, board, mayDraw }: OpenBoardProps) {
  const isDark = usePageAppearance(isPageDark);
  const changes = useBoardChanges(classroomId, board.epoch);
  const [isHidden, setIsHidden] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  const [wantsToDraw, setWantsToDraw] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  const isDrawing = wantsToDraw && mayDraw;
  if (isHidden)
    return (
      <div className={styles.shown}>
        <Button size="small" icon={<Icon icon={Eye} />} onClick={() => setIsHidden(false)}>
          ホワイトボードを表示
        </Button>
      </div>
    );
  const handleDraw = () => {
    setWantsToDraw(!isDrawing);
    // A phone has no space for a toolbar beside everything else.
    if (!isDrawing) setIsLarge(matchMedia(SMALL_SCREEN).matches);
  };
  return (
    <section
      className={styles.board}
      aria-label="ホワイトボード"
      data-large={isLarge || undefined}
      data-theme={isDark ? 'dark' : 'light'}
    >
      <header className={styles.head}>
        <h2 className={styles.name}>ホワイトボード</h2>
        <p className={styles.right}>{mayDraw ? '描き込めます' : '見るだけ'}</p>
        {mayDraw && (
          <Button size="small" icon={<Icon icon={PencilLine} />} aria-pressed={isDrawing} onClick={handleDraw}>
            {isDrawing ? '描き終える' : '描く'}
          </Button>
        )}
        <IconButton label="ホワイトボードを通報" onClick={() => setIsReporting(true)}>
          <Icon icon={Flag} />
        </IconButton>
        <IconButton label={isLarge ? '元の大きさに戻す' : '画面いっぱいに広げる'} onClick={() => setIsLarge(!isLarge)}>
          <Icon icon={isLarge ? Minimize2 : Maximize2} />
        </IconButton>
        {!isDrawing && (
          <IconButton label="ホワイトボードを隠す" onClick={() => setIsHidden(true)}>
            <Icon icon={EyeOff} />
          </IconButton>
        )}
      </header>
      {!changes ? (
        <p className={styles.loading}>
          <Spinner />
          ホワイトボードを読み込んでいます…
        </p>
      ) : isDrawing ? (
        <LazyPart
          load={loadEditor}
          props={{ classroomId, epoch: board.epoch, changes }}
          fallback={<BoardView elements={elementsIn(changes)} />}
          failure={(again) => <ErrorState title="描く道具を読み込めませんでした。" onRetry={again} level={3} />}
        />
      ) : (
        <BoardView elements={elementsIn(changes)} />
      )}
      {isReporting && (
        <ReportDialog subject={{ kind: 'board', id: classroomId }} onClose={() => setIsReporting(false)} />
      )}
    </section>
  );
}

const SMALL_SCREEN = '(max-width: 59.9375em), (max-height: 559px)';
