import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { getClassroomBoard } from '@manabiba/shared/data/endpoints';
import { isApiError, showMessageFor, toast, useEndpoint } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { isPageDark, usePageAppearance } from '@manabiba/shared/ui/use-page-appearance';
import { Download, FilePlus } from 'lucide-react';
import { useState } from 'react';

import { isModerator } from '../../core/room/room-rights';
import { BoardView } from './board-view';
import { keepBoard, saveBoardAsFile, saveBoardAsPicture, UNDRAWN } from './keep-board';

import styles from './board.module.css';

/** The board of an ended class in its records, as a picture and as a file. Renders nothing where nothing was drawn. */
export function ClassBoard({ classroom }: { classroom: ClassroomDetail }) {
  const { data } = useEndpoint(getClassroomBoard, { params: { id: classroom.id } });
  const isDark = usePageAppearance(isPageDark);
  const [isKeeping, setIsKeeping] = useState(false);
  if (!data || data.elements.length === 0) return null;
  const { elements } = data;
  const name = `${classroom.name} ホワイトボード`;
  const handleKeep = () => {
    setIsKeeping(true);
    keepBoard(classroom.id)
      .then(() => toast.success('ホワイトボードの画像を資料に加えました。'))
      .catch(showFailure)
      .finally(() => setIsKeeping(false));
  };
  return (
    <section className={styles.records} aria-labelledby="class-board">
      <h3 id="class-board">ホワイトボード</h3>
      <div className={styles.kept} data-theme={isDark ? 'dark' : 'light'}>
        <BoardView elements={elements} />
      </div>
      <div className={styles.acts}>
        <Button
          icon={<Icon icon={Download} />}
          onClick={() => void saveBoardAsPicture(elements, name).catch(showFailure)}
        >
          画像を保存
        </Button>
        <Button icon={<Icon icon={Download} />} onClick={() => saveBoardAsFile(elements, name)}>
          ファイルを保存(.excalidraw)
        </Button>
        {isModerator(classroom.myRole) && (
          <Button icon={<Icon icon={FilePlus} />} isLoading={isKeeping} onClick={handleKeep}>
            画像を資料に加える
          </Button>
        )}
      </div>
    </section>
  );
}

const showFailure = (error: unknown) => (isApiError(error) ? showMessageFor(error) : toast.error(UNDRAWN));
